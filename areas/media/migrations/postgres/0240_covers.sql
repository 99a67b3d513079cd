-- The picture that somebody chose for the card of a folder. Without a row, or for who may not see it, the newest are shown.
CREATE TABLE media_cover (
  folder_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  picture_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE
);
CREATE INDEX media_cover_picture ON media_cover (picture_id);
