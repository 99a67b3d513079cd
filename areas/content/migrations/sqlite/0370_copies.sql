-- An act that copies entries, which a job carries out. It stays for a while after its end: until then it can be undone.
CREATE TABLE content_copying (
  copying_id INTEGER PRIMARY KEY AUTOINCREMENT,
  bg_action_id TEXT NOT NULL CONSTRAINT content_copying_action UNIQUE, -- how far it has come
  users_id BIGINT NOT NULL, -- who asked for it, and with whose rights it is done
  tenant_id BIGINT NOT NULL,
  target_id BIGINT NOT NULL, -- the folder of the copies
  job_id BIGINT,
  begun_at BIGINT NOT NULL,
  ended_at BIGINT,
  undone_at BIGINT
);
CREATE INDEX content_copying_age ON content_copying (begun_at);
CREATE INDEX content_copying_user ON content_copying (users_id);

-- One entry of it: a selected one, or one in it. What lies in a folder is noted when the copy of the folder exists.
CREATE TABLE content_copy (
  copy_id INTEGER PRIMARY KEY AUTOINCREMENT,
  copying_id BIGINT NOT NULL REFERENCES content_copying (copying_id) ON DELETE CASCADE,
  root_id BIGINT NOT NULL, -- the selected entry that it is, or lies in
  source_id BIGINT NOT NULL,
  into_id BIGINT NOT NULL, -- the folder of its copy
  is_file BOOLEAN NOT NULL,
  state BIGINT NOT NULL DEFAULT 0, -- 0 waits, 1 done, 2 not copied, 3 a folder whose content is still to be noted
  made_id BIGINT, -- its copy, which nobody sees yet if it waits
  noted_until BIGINT NOT NULL DEFAULT 0, -- of a folder: its content is noted up to this node
  name TEXT NOT NULL DEFAULT '' -- what it is called, if it was not copied and that may be told
);
CREATE INDEX content_copy_waits ON content_copy (copying_id, state, root_id, is_file, copy_id);
