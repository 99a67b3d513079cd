-- The guards of a node are found by its number in one step: the table itself is in that order, and needs no index beside it.
CREATE TABLE security_guarded_by_node (
  node_id INTEGER PRIMARY KEY,
  self_guard_id BIGINT NOT NULL,
  flow_guard_id BIGINT NOT NULL
);
INSERT INTO security_guarded_by_node (node_id, self_guard_id, flow_guard_id)
  SELECT node_id, self_guard_id, flow_guard_id FROM security_guarded ORDER BY node_id;
DROP TABLE security_guarded;
ALTER TABLE security_guarded_by_node RENAME TO security_guarded;
