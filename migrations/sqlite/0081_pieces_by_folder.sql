-- Every one, two and three letters of names, as words of their tenant: newest first over all, and folder by folder, newest
-- first in each. By folder a row's number is its folder's times 2^31, and 2^31 - 1 less its own.
DROP TABLE content_search_pieces;
DROP TABLE content_search;
CREATE VIRTUAL TABLE content_search_by_age USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE content_search_by_folder USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
INSERT INTO content_search_by_age (rowid, pieces)
  SELECT node_id, pieces(tenant_id, fold(name)) FROM nodes_node WHERE parent_id IS NOT NULL AND state > 0 ORDER BY 1;
INSERT INTO content_search_by_folder (rowid, pieces)
  SELECT parent_id * 2147483648 + 2147483647 - node_id, pieces(tenant_id, fold(name)) FROM nodes_node
  WHERE parent_id IS NOT NULL AND state > 0
  ORDER BY 1;
-- Which folders hand down what a guard says.
CREATE INDEX security_guarded_flow ON security_guarded (flow_guard_id);
