-- The index by name says itself which entries have a guard of their own, so that counting a folder reads no rows.
DROP INDEX nodes_node_by_name;
CREATE INDEX nodes_node_by_name ON nodes_node (parent_id, state, kind, name_key, node_id, own_guard);
