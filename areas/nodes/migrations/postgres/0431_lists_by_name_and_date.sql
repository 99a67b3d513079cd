-- The property of that name, which lists are ordered by; what has none stands by when it was changed.
ALTER TABLE nodes_node ADD COLUMN taken_at BIGINT;
UPDATE nodes_node SET taken_at = (
  SELECT v.number_value FROM nodes_value v JOIN nodes_property p ON p.property_id = v.property_id
  WHERE v.node_id = nodes_node.node_id AND p.property_key = 'taken_at'
)
WHERE node_id IN (
  SELECT v.node_id FROM nodes_value v JOIN nodes_property p ON p.property_id = v.property_id
  WHERE p.property_key = 'taken_at'
);

-- Not partial: it also finds whatever is in a folder, in any state. Folders are counted from it alone.
CREATE INDEX nodes_node_by_name ON nodes_node (parent_id, state, kind, sort_key, node_id, has_own_acl);
CREATE INDEX nodes_node_with_acl ON nodes_node (parent_id, kind, sort_key, node_id) WHERE state = 1 AND has_own_acl;
CREATE INDEX nodes_node_by_taken ON nodes_node (parent_id, kind, COALESCE(taken_at, modified_at), node_id) WHERE state = 1;

CREATE INDEX nodes_node_by_time ON nodes_node (parent_id, kind, modified_at, node_id) WHERE state = 1;
CREATE INDEX nodes_node_by_size ON nodes_node (parent_id, kind, size_bytes, node_id) WHERE state = 1;
CREATE INDEX nodes_node_by_type ON nodes_node (tenant_id, entry_type, node_id) WHERE state = 1;
CREATE INDEX nodes_node_by_maker ON nodes_node (tenant_id, created_by, node_id) WHERE state = 1;
CREATE INDEX nodes_node_content ON nodes_node (content_hash) WHERE content_hash IS NOT NULL;
