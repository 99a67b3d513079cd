-- Files of a tenant by their content, one repository after the other. An empty file has nothing that could be equal. With
-- all that is asked for, equal files are counted from it alone.
CREATE INDEX nodes_node_equal ON nodes_node (tenant_id, content_hash, repository_id, node_id, size_bytes, kind, state)
  WHERE state = 1 AND kind = 2 AND size_bytes > 0;
