-- The terms of use of an entry, also for what lies in it. Of each kind, those of the nearest entry upwards count.
CREATE TABLE usage_term (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  usable_until BIGINT, -- from then on its readers do not get it
  asks_first BOOLEAN NOT NULL, -- a folder: its readers ask before they download
  CHECK (usable_until IS NOT NULL OR asks_first)
);
CREATE INDEX usage_term_tenant ON usage_term (tenant_id, usable_until, node_id);
CREATE INDEX usage_term_end ON usage_term (usable_until) WHERE usable_until IS NOT NULL;

-- Somebody wants to download from a folder whose readers ask first.
CREATE TABLE usage_request (
  request_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE, -- whose managers answer
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE, -- the entry that was open then
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  answered_at BIGINT,
  answered_by BIGINT REFERENCES identity_user (users_id) ON DELETE SET NULL,
  allowed_until BIGINT -- until then they may download from the folder; null: no answer, or no
);
CREATE UNIQUE INDEX usage_request_waiting ON usage_request (folder_id, users_id) WHERE answered_at IS NULL;
CREATE INDEX usage_request_folder ON usage_request (folder_id, request_id);
CREATE INDEX usage_request_user ON usage_request (users_id, allowed_until);
CREATE INDEX usage_request_asked ON usage_request (asked_at);
CREATE INDEX usage_request_tenant ON usage_request (tenant_id);
CREATE INDEX usage_request_node ON usage_request (node_id);
CREATE INDEX usage_request_answered ON usage_request (answered_by);
