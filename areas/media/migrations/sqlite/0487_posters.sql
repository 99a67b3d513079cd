-- The picture of a film that nothing here draws, as the browser of who uploaded it has drawn it. It is this file's alone:
-- other files with the same content do not show it.
CREATE TABLE media_poster (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL, -- of the film that it is of; another version has none
  picture_hash TEXT NOT NULL, -- by which its renditions are kept
  placeholder TEXT NOT NULL, -- a thumbhash, base64
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  made_at BIGINT NOT NULL
);
