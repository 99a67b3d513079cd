-- A search for a type or a person finds the newest entries of it.
CREATE INDEX nodes_node_by_type ON nodes_node (tenant_id, entry_type, node_id) WHERE state = 1;
CREATE INDEX nodes_node_by_maker ON nodes_node (tenant_id, created_by, node_id) WHERE state = 1;
