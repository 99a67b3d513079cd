-- One act on many entries, which a job carries out. It stays for a while after its end: until then it can be undone.
CREATE TABLE content_batch (
  batch_id INTEGER PRIMARY KEY AUTOINCREMENT,
  bg_action_id TEXT NOT NULL CONSTRAINT content_batch_action UNIQUE, -- how far it has come
  users_id BIGINT NOT NULL, -- who asked for it, and with whose rights it is done
  tenant_id BIGINT NOT NULL,
  act TEXT NOT NULL, -- remove, restore or purge
  purge_id BIGINT, -- of the entries that are deleted for good
  begun_at BIGINT NOT NULL
);
CREATE INDEX content_batch_age ON content_batch (begun_at);

-- An entry of it. The entry may be gone by now.
CREATE TABLE content_batch_entry (
  batch_id BIGINT NOT NULL REFERENCES content_batch (batch_id) ON DELETE CASCADE,
  tenant_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  state BIGINT NOT NULL DEFAULT 0, -- 0 waits, 1 done, 2 stays as it was
  PRIMARY KEY (batch_id, node_id)
);
CREATE INDEX content_batch_entry_waits ON content_batch_entry (batch_id, state, tenant_id, node_id);
