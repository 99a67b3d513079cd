-- Where files are, what is on its way there or away from there, and what finds them.
--
-- Of tables that admins look things up in and change: `folded` is the title, folded, by which a row is found; `version`
-- grows with each change, so that two people who make one notice each other.

-- A folder of a disk that holds repositories.
CREATE TABLE content_file_server (
  file_server_id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  folded TEXT NOT NULL DEFAULT '',
  url TEXT NOT NULL, -- the folder
  type TEXT NOT NULL CHECK (type IN ('posix')),
  external_access_address TEXT,
  external_api_address TEXT,
  cdn_domain TEXT,
  queue_id BIGINT,
  active BOOLEAN NOT NULL DEFAULT TRUE,
  version BIGINT NOT NULL DEFAULT 1
);

-- A tenant that may have repositories there.
CREATE TABLE content_file_server_tenant (
  file_server_id BIGINT NOT NULL REFERENCES content_file_server (file_server_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  PRIMARY KEY (file_server_id, tenant_id)
);
CREATE INDEX content_file_server_tenant_tenant ON content_file_server_tenant (tenant_id);

-- A tree of entries with a folder of its own.
CREATE TABLE content_repository (
  repository_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  file_server_id BIGINT NOT NULL REFERENCES content_file_server (file_server_id),
  node_id BIGINT REFERENCES nodes_node (node_id), -- its top
  title TEXT NOT NULL,
  folder_name TEXT NOT NULL,
  folded TEXT NOT NULL DEFAULT '',
  lib3d_node_id BIGINT,
  active BOOLEAN NOT NULL DEFAULT TRUE,
  version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX content_repository_folder ON content_repository (file_server_id, folder_name);
CREATE INDEX content_repository_tenant ON content_repository (tenant_id);

-- What is known of a file's bytes. Without `modified_ns` they were not read yet.
CREATE TABLE content_check (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  modified_ns BIGINT, -- when the disk says they were last written to, as of when they were last read and right
  checked_at BIGINT NOT NULL,
  flaw TEXT CHECK (flaw IN ('missing', 'other_bytes')) -- what they are instead of right
);
CREATE INDEX content_check_age ON content_check (checked_at);
CREATE INDEX content_check_flaw ON content_check (node_id) WHERE flaw IS NOT NULL;

-- A rename under way, on the disk and in the tree. It is finished or undone after a crash.
CREATE TABLE content_intent (
  intent_id INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id BIGINT NOT NULL,
  repository_id BIGINT NOT NULL,
  act TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  owner TEXT NOT NULL DEFAULT '', -- the process that makes it; nobody else undoes it before `lease_until`
  lease_until BIGINT NOT NULL DEFAULT 0
);

-- Uploads

-- An upload on its way.
CREATE TABLE content_upload (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id),
  users_id BIGINT NOT NULL,
  ticket_hash TEXT NOT NULL, -- BLAKE3 of the ticket that its sender has
  expected_bytes BIGINT,
  bg_action_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL DEFAULT 0 -- when bytes last came; it expires by this
);
CREATE INDEX content_upload_user ON content_upload (users_id);

-- A part of a file that tus sends beside others. Its bytes are in the data folder until the parts are joined.
CREATE TABLE content_partial_upload (
  partial_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL,
  ticket_hash TEXT NOT NULL,
  expected_bytes BIGINT,
  seen_at BIGINT NOT NULL
);
CREATE INDEX content_partial_upload_user ON content_partial_upload (users_id);

-- An upload that has ended. It is known for a while, so that who lost the last answer learns that all has arrived.
CREATE TABLE content_upload_ended (
  ticket_hash TEXT NOT NULL PRIMARY KEY,
  node_id BIGINT NOT NULL,
  users_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  content_hash TEXT NOT NULL,
  concat TEXT, -- what `Upload-Concat` said, where the file was joined from parts
  ended_at BIGINT NOT NULL
);
CREATE INDEX content_upload_ended_at ON content_upload_ended (ended_at);

-- Deleting for good

-- One such deletion: a job carries it out, or the request that asked for it; after a crash, the sweep.
CREATE TABLE content_purge (
  purge_id INTEGER PRIMARY KEY AUTOINCREMENT,
  in_background BOOLEAN NOT NULL DEFAULT FALSE,
  begun_at BIGINT NOT NULL,
  entries BIGINT, -- how many there are to delete, once they are counted
  gone BIGINT NOT NULL DEFAULT 0 -- how many of them are deleted
);

-- An entry that it deletes. It is not in the bin any more; the row stays until the entry's bytes are gone, too.
CREATE TABLE content_purging (
  node_id BIGINT NOT NULL PRIMARY KEY,
  purge_id BIGINT NOT NULL REFERENCES content_purge (purge_id),
  tenant_id BIGINT NOT NULL,
  repository_id BIGINT NOT NULL
);
CREATE INDEX content_purging_purge ON content_purging (purge_id, node_id);

-- Search. Only these tables differ from one engine to the other.

-- The n-grams of each entry's name, as words of its tenant, newest entry first.
CREATE VIRTUAL TABLE content_search_by_age USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- The same folder by folder: a row's number is its folder's times 2^31, and 2^31 - 1 less its own.
CREATE VIRTUAL TABLE content_search_by_folder USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- An n-gram that the names in a folder have, or had: who sees into some folders asks for these first.
CREATE TABLE content_search_folder (
  folder_id INTEGER NOT NULL,
  piece TEXT NOT NULL,
  PRIMARY KEY (folder_id, piece)
) WITHOUT ROWID;
