-- What a person opened, and when they did last; only the latest of each person are kept.
CREATE TABLE home_visit (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  visited_at BIGINT NOT NULL,
  position BIGINT CHECK (position > 0), -- how far they came: the page of a document
  PRIMARY KEY (users_id, node_id)
);
CREATE INDEX home_visit_latest ON home_visit (users_id, visited_at, node_id);
CREATE INDEX home_visit_node ON home_visit (node_id);

-- An entry that a person gave a star.
CREATE TABLE home_favourite (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  chosen_at BIGINT NOT NULL,
  PRIMARY KEY (users_id, node_id)
);
CREATE INDEX home_favourite_latest ON home_favourite (users_id, chosen_at, node_id);
CREATE INDEX home_favourite_node ON home_favourite (node_id);
