-- Uploads that ended stay known for a while, so that who lost the last answer learns that all is there; uploads expire by
-- when they were last sent to; pieces of a file that are sent beside each other wait outside the tree.
ALTER TABLE content_upload ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX content_upload_user ON content_upload (users_id);

-- ticket_hash: as in content_upload. concat: what `Upload-Concat` said, where the file was put together from pieces.
CREATE TABLE content_upload_ended (
  ticket_hash TEXT NOT NULL PRIMARY KEY,
  node_id BIGINT NOT NULL,
  users_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  content_hash TEXT NOT NULL,
  concat TEXT,
  ended_at BIGINT NOT NULL
);
CREATE INDEX content_upload_ended_at ON content_upload_ended (ended_at);

-- One piece of a file, sent by tus as a partial upload; its bytes lie in the data folder until the file is put together.
CREATE TABLE content_upload_piece (
  piece_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL,
  ticket_hash TEXT NOT NULL,
  expected_bytes BIGINT,
  seen_at BIGINT NOT NULL
);
CREATE INDEX content_upload_piece_user ON content_upload_piece (users_id);
