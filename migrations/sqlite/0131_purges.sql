-- Deleting for good. in_background: a job carries it out; otherwise a request does, or the sweep where that was cut off.
-- entries: how many there are to delete, once they are counted; gone: how many of them are deleted.
CREATE TABLE content_purge (
  purge_id INTEGER PRIMARY KEY AUTOINCREMENT,
  in_background BOOLEAN NOT NULL DEFAULT FALSE,
  begun_at BIGINT NOT NULL,
  entries BIGINT,
  gone BIGINT NOT NULL DEFAULT 0
);

-- An entry with a mark is in the bin no more. The mark stays until the entry's bytes are gone, too.
CREATE TABLE content_purging (
  node_id BIGINT NOT NULL PRIMARY KEY,
  purge_id BIGINT NOT NULL REFERENCES content_purge (purge_id),
  tenant_id BIGINT NOT NULL,
  repository_id BIGINT NOT NULL
);
CREATE INDEX content_purging_purge ON content_purging (purge_id, node_id);
