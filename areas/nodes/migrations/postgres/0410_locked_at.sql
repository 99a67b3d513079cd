-- Since when somebody holds a lock of it.
ALTER TABLE nodes_node ADD COLUMN locked_at BIGINT;
-- The locks of a person end when they go.
CREATE INDEX nodes_node_by_holder ON nodes_node (locked_by, node_id) WHERE locked_by IS NOT NULL;
