-- Where bytes live, what is on its way there, and the words that find a node.
CREATE TABLE content_file_server (
  file_server_id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  url TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('posix')),
  external_access_address TEXT,
  external_api_address TEXT,
  active BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE TABLE content_file_server_tenant (
  file_server_id BIGINT NOT NULL REFERENCES content_file_server (file_server_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  PRIMARY KEY (file_server_id, tenant_id)
);

CREATE TABLE content_repository (
  repository_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  file_server_id BIGINT NOT NULL REFERENCES content_file_server (file_server_id),
  node_id BIGINT REFERENCES nodes_node (node_id),
  title TEXT NOT NULL,
  folder_name TEXT NOT NULL,
  active BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE UNIQUE INDEX content_repository_folder ON content_repository (file_server_id, folder_name);
CREATE INDEX content_repository_tenant ON content_repository (tenant_id);

-- One upload on its way. ticket_hash: the BLAKE3 of the ticket that its sender holds.
CREATE TABLE content_upload (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id),
  users_id BIGINT NOT NULL,
  ticket_hash TEXT NOT NULL,
  expected_bytes BIGINT,
  bg_action_id TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- What is about to happen on disk and in the tree at once; finished or undone after a crash. act: create_folder,
-- place_file, rename, bin, restore, purge.
CREATE TABLE content_intent (
  intent_id INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id BIGINT NOT NULL,
  repository_id BIGINT NOT NULL,
  act TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL
);

-- Pieces of folded names, three letters each, so that a part of a name finds it.
CREATE VIRTUAL TABLE content_search USING fts5 (folded, content = '', contentless_delete = 1, tokenize = 'trigram');
