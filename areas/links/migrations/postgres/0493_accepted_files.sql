-- A file whose content a visitor of a link has sent, and somebody has accepted.
CREATE TABLE links_accepted (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  hash TEXT NOT NULL, -- of that content; another one is from somebody else
  link_id BIGINT REFERENCES links_link (link_id) ON DELETE SET NULL, -- null: the link is forgotten
  sender TEXT NOT NULL, -- a name, as the visitor wrote it
  sender_email TEXT,
  arrived_at BIGINT NOT NULL,
  accepted_by BIGINT REFERENCES identity_user (users_id) ON DELETE SET NULL,
  accepted_at BIGINT NOT NULL
);
CREATE INDEX links_accepted_link ON links_accepted (link_id);
CREATE INDEX links_accepted_by ON links_accepted (accepted_by);
