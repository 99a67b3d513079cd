-- A folder or repository that a person pinned: it is offered first where they choose a folder.
CREATE TABLE home_pin (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  pinned_at BIGINT NOT NULL,
  PRIMARY KEY (users_id, node_id)
);
CREATE INDEX home_pin_node ON home_pin (node_id);
