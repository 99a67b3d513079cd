-- A repository whose bytes go to another file server. It is served from where it is until all of them are there; then
-- its own row names the new place, and what it has left at the old one is deleted.
CREATE TABLE storage_move (
  move_id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository_id BIGINT NOT NULL CONSTRAINT storage_move_repository UNIQUE
    REFERENCES content_repository (repository_id),
  tenant_id BIGINT NOT NULL,
  users_id BIGINT NOT NULL, -- who asked for it
  instance_id BIGINT NOT NULL, -- the application instance in which they did
  bg_action_id TEXT NOT NULL, -- how far it has come
  job_id BIGINT,
  state TEXT NOT NULL CHECK (state IN ('copying', 'closed', 'failed', 'undoing', 'clearing')),
  file_server_id BIGINT NOT NULL REFERENCES content_file_server (file_server_id), -- the other one: the new, then the old
  folder_name TEXT NOT NULL, -- the repository's folder there
  files BIGINT NOT NULL, -- how many there were at its beginning
  bytes BIGINT NOT NULL,
  copied BIGINT NOT NULL DEFAULT 0, -- bytes that were copied by now
  seen_id BIGINT NOT NULL DEFAULT 0, -- this round has looked at the files up to this one
  found BIGINT NOT NULL DEFAULT 0, -- how many of them it had to copy
  ready_at BIGINT, -- since then it waits for uploads to end
  begun_at BIGINT NOT NULL
);
CREATE INDEX storage_move_file_server ON storage_move (file_server_id);

-- A file whose bytes are at the other file server, too. It may have been deleted since.
CREATE TABLE storage_moved_file (
  move_id BIGINT NOT NULL REFERENCES storage_move (move_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL,
  content_hash TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  place TEXT, -- its path in a tree; null while it has none
  is_sure BOOLEAN NOT NULL, -- if not, a crash may have left it in staging
  PRIMARY KEY (move_id, node_id)
);
CREATE INDEX storage_moved_file_unsure ON storage_moved_file (move_id, node_id) WHERE NOT is_sure;
CREATE INDEX storage_moved_file_waiting ON storage_moved_file (move_id, node_id) WHERE place IS NULL;

-- A file that could not be copied.
CREATE TABLE storage_move_failure (
  move_id BIGINT NOT NULL REFERENCES storage_move (move_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL,
  content_hash TEXT NOT NULL, -- what it should have been
  reason TEXT NOT NULL,
  tries BIGINT NOT NULL,
  PRIMARY KEY (move_id, node_id)
);
