-- An entry that somebody wants to come back to.
CREATE TABLE bookmarks_bookmark (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  title TEXT NOT NULL, -- in the person's own words; empty: they call it by the entry's name
  made_at BIGINT NOT NULL,
  PRIMARY KEY (users_id, node_id)
) WITHOUT ROWID;
CREATE INDEX bookmarks_bookmark_node ON bookmarks_bookmark (node_id);
