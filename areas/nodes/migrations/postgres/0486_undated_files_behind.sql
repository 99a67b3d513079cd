-- Files by when their pictures were taken. What has no such date stands behind the others, whichever way the list goes:
-- before and after all dates lie 2^40 seconds.
DROP INDEX nodes_node_by_taken;
CREATE INDEX nodes_node_by_taken ON nodes_node (parent_id, COALESCE(taken_at, modified_at + 1099511627776), node_id)
  WHERE state = 1 AND kind = 2;
CREATE INDEX nodes_node_by_taken_descending
  ON nodes_node (parent_id, COALESCE(taken_at, modified_at - 1099511627776), node_id) WHERE state = 1 AND kind = 2;
