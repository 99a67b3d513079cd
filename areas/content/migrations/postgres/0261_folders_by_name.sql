-- The folded name of a folder: what lies in it is found by it, too.
CREATE TABLE content_search_place (
  node_id BIGINT NOT NULL PRIMARY KEY,
  tenant_id BIGINT NOT NULL,
  folded TEXT NOT NULL
);
INSERT INTO content_search_place (node_id, tenant_id, folded)
SELECT s.node_id, s.tenant_id, s.folded FROM content_search s JOIN nodes_node n ON n.node_id = s.node_id WHERE n.kind = 1;
CREATE INDEX content_search_place_pieces ON content_search_place USING gin (content_pieces(tenant_id, folded, 1))
  WITH (gin_pending_list_limit = 256);
