-- What was in an archive when its download was recorded last. What comes into it later is recorded when it is sent.
CREATE TABLE content_recorded_archive (
  archive_key TEXT NOT NULL PRIMARY KEY, -- the hash of its ticket, or the background action that made its pictures
  files_hash TEXT NOT NULL, -- of its files and their contents
  recorded_at BIGINT NOT NULL
);
CREATE INDEX content_recorded_archive_age ON content_recorded_archive (recorded_at);
