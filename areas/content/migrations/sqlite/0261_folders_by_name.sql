-- The n-grams of each folder's name, as words of its tenant: what lies in it is found by them, too.
CREATE VIRTUAL TABLE content_search_place USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
INSERT INTO content_search_place (rowid, pieces)
SELECT n.node_id, pieces(n.tenant_id, fold(n.name)) FROM nodes_node n WHERE n.kind = 1 AND n.state > 0;
