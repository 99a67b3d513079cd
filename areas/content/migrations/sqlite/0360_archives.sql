-- Folders and selections are downloaded as an archive, by a link of the session that asked for it.

-- A link to an archive, for a few hours.
CREATE TABLE content_archive (
  ticket_hash TEXT NOT NULL PRIMARY KEY,
  users_id BIGINT NOT NULL,
  session_id BIGINT, -- the session that asked for it; null if that had none
  application_instance_id BIGINT NOT NULL,
  name TEXT NOT NULL, -- of the archive
  node_ids TEXT NOT NULL, -- what is at its top, as a list of JSON
  made_at BIGINT NOT NULL
);
CREATE INDEX content_archive_user ON content_archive (users_id, made_at);
CREATE INDEX content_archive_age ON content_archive (made_at);
