-- What a person has removed themselves, the last first.
CREATE INDEX nodes_node_binned_by ON nodes_node (tenant_id, binned_by, binned_at, node_id) WHERE state = 2;
