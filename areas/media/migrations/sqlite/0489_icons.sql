-- The picture of icons: drawn from what somebody sent, never what they sent. Entries with the same icon share it.
CREATE TABLE media_icon_picture (
  picture_hash TEXT NOT NULL PRIMARY KEY, -- BLAKE3 of both sizes
  made_at BIGINT NOT NULL, -- the last time; a picture that no entry has any more goes some time after it
  small BLOB NOT NULL, -- WebP
  large BLOB NOT NULL
);
CREATE INDEX media_icon_picture_made ON media_icon_picture (made_at, picture_hash);

-- The icon that somebody gave an entry, instead of what its card shows by itself.
CREATE TABLE media_icon (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  picture_hash TEXT NOT NULL REFERENCES media_icon_picture (picture_hash)
);
CREATE INDEX media_icon_by_picture ON media_icon (picture_hash);
