-- The schema that the last program with one list of migrations for all rooms has made, as SQLite keeps it.
CREATE TABLE db_migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT);
CREATE TABLE jobs_job (
  job_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  serial_key TEXT,
  priority BIGINT NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts BIGINT NOT NULL DEFAULT 0,
  claims BIGINT NOT NULL DEFAULT 0,
  run_at BIGINT NOT NULL,
  lease_until BIGINT,
  cancel_requested BOOLEAN NOT NULL DEFAULT FALSE,
  error TEXT,
  created_at BIGINT NOT NULL DEFAULT (unixepoch()),
  finished_at BIGINT, tenant_id BIGINT NOT NULL DEFAULT 0,
  CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
CREATE TABLE jobs_event (
  event_id INTEGER PRIMARY KEY AUTOINCREMENT,
  room TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE tenancy_theme (
  theme_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT REFERENCES tenancy_tenant (tenant_id),
  theme_title TEXT NOT NULL,
  theme_key TEXT NOT NULL,
  theme_config TEXT NOT NULL
, version BIGINT NOT NULL DEFAULT 1, folded TEXT NOT NULL DEFAULT '');
CREATE TABLE tenancy_tenant (
  tenant_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_title TEXT NOT NULL,
  tenant_key TEXT NOT NULL CHECK (length(tenant_key) >= 3),
  cnpj TEXT,
  theme_id BIGINT REFERENCES tenancy_theme (theme_id),
  active BOOLEAN NOT NULL DEFAULT TRUE,
  created_at BIGINT NOT NULL
, time_zone TEXT, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1);
CREATE TABLE tenancy_company (
  company_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_name TEXT NOT NULL,
  company_key TEXT NOT NULL,
  cnpj TEXT,
  active BOOLEAN NOT NULL DEFAULT TRUE
, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1);
CREATE TABLE tenancy_usergroup (
  user_group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  group_title TEXT NOT NULL,
  group_key TEXT NOT NULL,
  theme_id BIGINT REFERENCES tenancy_theme (theme_id),
  active BOOLEAN NOT NULL DEFAULT TRUE
, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1);
CREATE TABLE tenancy_application_instance (
  application_instance_id INTEGER PRIMARY KEY AUTOINCREMENT,
  application_instance_title TEXT NOT NULL,
  application_id BIGINT NOT NULL CHECK (application_id BETWEEN 1 AND 9),
  access_url TEXT,
  config TEXT
, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1);
CREATE TABLE tenancy_tenant_application (
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  application_instance_id BIGINT NOT NULL REFERENCES tenancy_application_instance (application_instance_id),
  PRIMARY KEY (tenant_id, application_instance_id)
);
CREATE TABLE tenancy_usergroup_application (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  application_instance_id BIGINT NOT NULL REFERENCES tenancy_application_instance (application_instance_id),
  PRIMARY KEY (user_group_id, application_instance_id)
);
CREATE TABLE tenancy_epoch (
  epoch_id BIGINT NOT NULL PRIMARY KEY CHECK (epoch_id = 1),
  epoch BIGINT NOT NULL
);
CREATE TABLE identity_user (
  users_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT REFERENCES tenancy_company (company_id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  avatar_url TEXT,
  language TEXT CHECK (language IN ('en', 'pt')),
  reset_pwd BOOLEAN NOT NULL DEFAULT FALSE,
  master BOOLEAN NOT NULL DEFAULT FALSE,
  active BOOLEAN NOT NULL DEFAULT TRUE,
  created_at BIGINT NOT NULL
, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1, has_words BOOLEAN NOT NULL DEFAULT FALSE, email_confirmed_at BIGINT, made_by BIGINT REFERENCES identity_user (users_id));
CREATE TABLE identity_admin (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  PRIMARY KEY (users_id, tenant_id)
);
CREATE TABLE identity_member (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  manager BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (users_id, user_group_id)
);
CREATE TABLE identity_session (
  session_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
, address TEXT, user_agent TEXT, seen_at BIGINT NOT NULL DEFAULT 0, renewed_at BIGINT NOT NULL DEFAULT 0);
CREATE TABLE identity_secret (
  secret_key TEXT NOT NULL PRIMARY KEY,
  secret TEXT NOT NULL
);
CREATE TABLE nodes_node (
  node_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  repository_id BIGINT NOT NULL,
  parent_id BIGINT REFERENCES nodes_node (node_id),
  kind BIGINT NOT NULL CHECK (kind BETWEEN 0 AND 2),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  state BIGINT NOT NULL CHECK (state BETWEEN 0 AND 2),
  has_own_acl BOOLEAN NOT NULL DEFAULT FALSE,
  locked_by BIGINT,
  size_bytes BIGINT NOT NULL DEFAULT 0,
  mime TEXT,
  content_hash TEXT,
  preview BIGINT NOT NULL DEFAULT 0 CHECK (preview BETWEEN 0 AND 4),
  placeholder TEXT,
  width BIGINT,
  height BIGINT,
  pages BIGINT,
  taken_at BIGINT,
  created_by BIGINT,
  created_at BIGINT NOT NULL,
  modified_at BIGINT NOT NULL,
  binned_at BIGINT,
  binned_by BIGINT
, duplicate BOOLEAN NOT NULL DEFAULT FALSE, preview_fault TEXT);
CREATE TABLE activity_action (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  bg_action_id TEXT NOT NULL CONSTRAINT activity_action_id UNIQUE,
  bg_group_id TEXT NOT NULL,
  users_id BIGINT NOT NULL,
  tenant_id BIGINT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  type TEXT NOT NULL,
  icon TEXT,
  progress BIGINT NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  status TEXT NOT NULL,
  node_id BIGINT,
  parent_id BIGINT,
  job_id BIGINT,
  cancellable BOOLEAN NOT NULL DEFAULT FALSE,
  created_at BIGINT NOT NULL
);
CREATE TABLE security_group (
  security_group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  security_group_key TEXT NOT NULL,
  match_type TEXT NOT NULL CHECK (match_type IN ('and', 'or', 'tree')),
  propagation_policy TEXT NOT NULL CHECK (propagation_policy IN ('nevercopy', 'inherited')),
  node_cardinality TEXT NOT NULL CHECK (node_cardinality IN ('single', 'multiple')),
  user_cardinality TEXT NOT NULL CHECK (user_cardinality IN ('single', 'multiple')),
  CHECK (match_type <> 'tree' OR (node_cardinality = 'multiple' AND user_cardinality = 'multiple'))
);
CREATE TABLE security_category (
  mark_category_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  mark_category_key TEXT NOT NULL
);
CREATE TABLE security_mark (
  security_mark_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  security_group_id BIGINT NOT NULL REFERENCES security_group (security_group_id),
  mark_category_id BIGINT NOT NULL REFERENCES security_category (mark_category_id),
  security_mark_key TEXT NOT NULL,
  mark_parent BIGINT REFERENCES security_mark (security_mark_id)
);
CREATE TABLE security_clearance (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  security_mark_id BIGINT NOT NULL REFERENCES security_mark (security_mark_id),
  PRIMARY KEY (user_group_id, security_mark_id)
);
CREATE TABLE security_grant (
  grant_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  user_group_id BIGINT,
  users_id BIGINT,
  role BIGINT NOT NULL CHECK (role BETWEEN 1 AND 3),
  recursive BOOLEAN NOT NULL,
  CHECK ((user_group_id IS NULL) <> (users_id IS NULL))
);
CREATE TABLE security_node_mark (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  security_mark_id BIGINT NOT NULL REFERENCES security_mark (security_mark_id),
  PRIMARY KEY (node_id, security_mark_id)
);
CREATE TABLE "security_acl" (
  acl_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  parent_acl_id BIGINT,
  marks TEXT NOT NULL
, stays BOOLEAN NOT NULL DEFAULT FALSE);
CREATE TABLE "security_propagation" (
  propagation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  root_node_id BIGINT NOT NULL
);
CREATE TABLE security_epoch (
  tenant_id BIGINT NOT NULL PRIMARY KEY,
  epoch BIGINT NOT NULL
);
CREATE TABLE security_principal_set (
  principal_set_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  set_key TEXT NOT NULL,
  epoch BIGINT NOT NULL
, turn BIGINT NOT NULL DEFAULT 0);
CREATE TABLE "security_effective_role" (
  principal_set_id BIGINT NOT NULL,
  acl_id BIGINT NOT NULL,
  role BIGINT NOT NULL CHECK (role BETWEEN 1 AND 3),
  PRIMARY KEY (principal_set_id, acl_id)
) WITHOUT ROWID;
CREATE TABLE "security_traversable" (
  principal_set_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  PRIMARY KEY (principal_set_id, node_id)
) WITHOUT ROWID;
CREATE TABLE content_file_server (
  file_server_id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  url TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('posix')),
  external_access_address TEXT,
  external_api_address TEXT,
  active BOOLEAN NOT NULL DEFAULT TRUE
, queue_id BIGINT, cdn_domain TEXT, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1);
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
, lib3d_node_id BIGINT, folded TEXT NOT NULL DEFAULT '', version BIGINT NOT NULL DEFAULT 1);
CREATE TABLE content_upload (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id),
  users_id BIGINT NOT NULL,
  ticket_hash TEXT NOT NULL,
  expected_bytes BIGINT,
  bg_action_id TEXT NOT NULL,
  created_at BIGINT NOT NULL
, seen_at BIGINT NOT NULL DEFAULT 0);
CREATE TABLE content_intent (
  intent_id INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id BIGINT NOT NULL,
  repository_id BIGINT NOT NULL,
  act TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL
, owner TEXT NOT NULL DEFAULT '', lease_until BIGINT NOT NULL DEFAULT 0);
CREATE TABLE media_rendition (
  content_hash TEXT NOT NULL,
  definition_version BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed', 'unsupported')),
  reason TEXT,
  placeholder TEXT,
  width BIGINT,
  height BIGINT,
  pages BIGINT,
  taken_at BIGINT,
  made_at BIGINT NOT NULL, fault TEXT,
  PRIMARY KEY (content_hash, definition_version)
);
CREATE TABLE audit_entry (
  audit_id INTEGER PRIMARY KEY AUTOINCREMENT,
  chain_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  at BIGINT NOT NULL,
  users_id BIGINT,
  session_id BIGINT,
  origin TEXT NOT NULL,
  what TEXT NOT NULL,
  object_kind TEXT NOT NULL,
  object_id BIGINT NOT NULL,
  object_title TEXT NOT NULL,
  marks TEXT,
  before_json TEXT,
  after_json TEXT,
  hash TEXT NOT NULL
);
CREATE TABLE audit_chain (
  chain_id BIGINT NOT NULL PRIMARY KEY,
  length BIGINT NOT NULL,
  hash TEXT NOT NULL
);
CREATE TABLE billing_quota (
  quota_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  service TEXT NOT NULL CHECK (service IN ('synthetic_image')),
  type_of_billing TEXT NOT NULL CHECK (type_of_billing IN ('monthly_fee', 'prepaid', 'postpaid')),
  balance_limit BIGINT NOT NULL DEFAULT 0 CHECK (balance_limit <= 0),
  monthly_credit BIGINT NOT NULL DEFAULT 0 CHECK (monthly_credit >= 0),
  balance BIGINT NOT NULL DEFAULT 0,
  reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  next_reset_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE billing_entry (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  quota_id BIGINT NOT NULL REFERENCES billing_quota (quota_id),
  kind TEXT NOT NULL CHECK (kind IN ('deposit', 'usage', 'monthly_credit', 'expiry', 'invoice')),
  amount BIGINT NOT NULL,
  balance_after BIGINT NOT NULL,
  at BIGINT NOT NULL,
  users_id BIGINT,
  reservation_id BIGINT,
  idempotency_key TEXT,
  note TEXT
);
CREATE TABLE billing_reservation (
  reservation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  quota_id BIGINT NOT NULL REFERENCES billing_quota (quota_id),
  cost BIGINT NOT NULL CHECK (cost > 0),
  purpose TEXT NOT NULL,
  users_id BIGINT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'captured', 'released')),
  created_at BIGINT NOT NULL
);
CREATE TABLE tenancy_theme_logo (
  theme_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_theme (theme_id),
  hash TEXT NOT NULL,
  webp BLOB NOT NULL
);
CREATE TABLE jobs_topic (
  topic TEXT NOT NULL PRIMARY KEY,
  given BIGINT NOT NULL,
  current BIGINT NOT NULL,
  CHECK (current <= given)
);
CREATE TABLE nodes_tally (
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  slot BIGINT NOT NULL,
  entries BIGINT NOT NULL,
  PRIMARY KEY (folder_id, slot)
) WITHOUT ROWID;
CREATE TABLE tenancy_external_company (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  invited_at BIGINT NOT NULL,
  accepted_at BIGINT, invited_by BIGINT REFERENCES identity_user (users_id),
  PRIMARY KEY (user_group_id, company_id)
);
CREATE TABLE identity_word (
  word TEXT NOT NULL,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id), tenant_id BIGINT NOT NULL DEFAULT 0, folded TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (word, users_id)
);
CREATE TABLE identity_avatar (
  users_id BIGINT NOT NULL PRIMARY KEY REFERENCES identity_user (users_id),
  media_type TEXT NOT NULL,
  picture BLOB NOT NULL,
  hash TEXT NOT NULL
);
CREATE TABLE identity_external_account (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  service TEXT NOT NULL CHECK (service IN ('google.drive')),
  external_id TEXT NOT NULL, tenant_id BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (users_id, service)
);
CREATE TABLE "mail_message" (
  mail_id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  recipient_name TEXT,
  reply_to TEXT,
  subject TEXT NOT NULL,
  plain TEXT NOT NULL,
  html TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
  error TEXT,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  CHECK ((state = 'queued') = (ended_at IS NULL)),
  CHECK (state = 'queued' OR (plain = '' AND html = ''))
);
CREATE TABLE identity_invitation (
  invitation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  user_group_id BIGINT REFERENCES tenancy_usergroup (user_group_id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  search_key TEXT NOT NULL,
  language TEXT CHECK (language IN ('en', 'pt')),
  manager BOOLEAN NOT NULL DEFAULT FALSE,
  admin BOOLEAN NOT NULL DEFAULT FALSE,
  invited_by BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  users_id BIGINT REFERENCES identity_user (users_id),
  CHECK (users_id IS NULL OR ended_at IS NOT NULL)
);
CREATE TABLE identity_link (
  link_id INTEGER PRIMARY KEY AUTOINCREMENT,
  purpose TEXT NOT NULL CHECK (purpose IN ('invitation', 'password', 'email')),
  secret_hash TEXT NOT NULL,
  users_id BIGINT REFERENCES identity_user (users_id),
  invitation_id BIGINT REFERENCES identity_invitation (invitation_id),
  email TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  CHECK ((purpose = 'invitation') = (invitation_id IS NOT NULL)),
  CHECK ((purpose = 'invitation') = (users_id IS NULL)),
  CHECK ((purpose = 'email') = (email IS NOT NULL))
);
CREATE TABLE identity_second_factor (
  users_id BIGINT NOT NULL PRIMARY KEY REFERENCES identity_user (users_id),
  secret TEXT NOT NULL,
  confirmed_at BIGINT,
  -- The last time step of which a code was taken: no code is good twice.
  last_step BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE identity_recovery_code (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (users_id, code_hash)
);
CREATE TABLE identity_provider (
  tenant_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_tenant (tenant_id),
  title TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  -- New users are made in this company; without it only known ones come in.
  company_id BIGINT REFERENCES tenancy_company (company_id),
  active BOOLEAN NOT NULL DEFAULT FALSE
, stamp TEXT NOT NULL DEFAULT '');
CREATE TABLE identity_provider_account (
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, issuer, subject)
);
CREATE TABLE identity_provider_attempt (
  state_hash TEXT NOT NULL PRIMARY KEY,
  browser_hash TEXT NOT NULL,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  expires_at BIGINT NOT NULL
, stamp TEXT NOT NULL DEFAULT '');
CREATE TABLE security_closed (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id)
);
CREATE TABLE "security_node_acl" (
  node_id INTEGER PRIMARY KEY,
  effective_acl_id BIGINT NOT NULL,
  inheritable_acl_id BIGINT NOT NULL
);
CREATE VIRTUAL TABLE content_search_by_age USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE content_search_by_folder USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE TABLE security_change (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  acl_id BIGINT,
  node_id BIGINT,
  user_group_id BIGINT,
  users_id BIGINT,
  below BOOLEAN NOT NULL
);
CREATE TABLE content_search_folder (
  folder_id INTEGER NOT NULL,
  piece TEXT NOT NULL,
  PRIMARY KEY (folder_id, piece)
) WITHOUT ROWID;
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
CREATE TABLE "content_partial_upload" (
  partial_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL,
  ticket_hash TEXT NOT NULL,
  expected_bytes BIGINT,
  seen_at BIGINT NOT NULL
);
CREATE TABLE content_purge (
  purge_id INTEGER PRIMARY KEY AUTOINCREMENT,
  in_background BOOLEAN NOT NULL DEFAULT FALSE,
  begun_at BIGINT NOT NULL,
  entries BIGINT,
  gone BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE content_purging (
  node_id BIGINT NOT NULL PRIMARY KEY,
  purge_id BIGINT NOT NULL REFERENCES content_purge (purge_id),
  tenant_id BIGINT NOT NULL,
  repository_id BIGINT NOT NULL
);
CREATE TABLE billing_closed_quota (
  quota_id BIGINT NOT NULL PRIMARY KEY,
  tenant_id BIGINT NOT NULL,
  tenant_title TEXT NOT NULL,
  service TEXT NOT NULL,
  type_of_billing TEXT NOT NULL,
  closed_at BIGINT NOT NULL
);
CREATE TABLE billing_closed_entry (
  entry_id BIGINT NOT NULL PRIMARY KEY,
  quota_id BIGINT NOT NULL REFERENCES billing_closed_quota (quota_id),
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL,
  balance_after BIGINT NOT NULL,
  at BIGINT NOT NULL,
  users_id BIGINT,
  reservation_id BIGINT,
  idempotency_key TEXT,
  note TEXT
);
CREATE TABLE content_check (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  modified_ns BIGINT,
  checked_at BIGINT NOT NULL,
  flaw TEXT CHECK (flaw IN ('missing', 'other_bytes'))
);
-- @rows
CREATE INDEX jobs_job_leased ON jobs_job (lease_until) WHERE state = 'running';
CREATE INDEX jobs_job_serial ON jobs_job (serial_key, state, job_id) WHERE serial_key IS NOT NULL;
CREATE UNIQUE INDEX jobs_job_alone ON jobs_job (serial_key) WHERE state = 'running';
CREATE INDEX jobs_job_finished ON jobs_job (finished_at) WHERE finished_at IS NOT NULL;
CREATE UNIQUE INDEX tenancy_theme_key ON tenancy_theme (COALESCE(tenant_id, 0), theme_key);
CREATE UNIQUE INDEX tenancy_tenant_key ON tenancy_tenant (tenant_key);
CREATE UNIQUE INDEX tenancy_company_key ON tenancy_company (tenant_id, company_key);
CREATE UNIQUE INDEX tenancy_usergroup_key ON tenancy_usergroup (tenant_id, group_key);
CREATE INDEX identity_admin_tenant ON identity_admin (tenant_id);
CREATE INDEX identity_member_group ON identity_member (user_group_id);
CREATE INDEX identity_session_user ON identity_session (users_id);
CREATE INDEX nodes_node_by_time ON nodes_node (parent_id, kind, modified_at, node_id) WHERE state = 1;
CREATE INDEX nodes_node_by_size ON nodes_node (parent_id, kind, size_bytes, node_id) WHERE state = 1;
CREATE INDEX nodes_node_binned ON nodes_node (tenant_id, binned_at, node_id) WHERE state = 2;
CREATE INDEX nodes_node_hidden ON nodes_node (tenant_id) WHERE kind < 2 AND state <> 1;
CREATE INDEX nodes_node_staging ON nodes_node (created_at) WHERE state = 0;
CREATE INDEX nodes_node_content ON nodes_node (content_hash) WHERE content_hash IS NOT NULL;
CREATE INDEX activity_action_mine ON activity_action (users_id, ordinal);
CREATE INDEX activity_action_node ON activity_action (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX activity_action_job ON activity_action (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX activity_action_age ON activity_action (created_at);
CREATE UNIQUE INDEX security_group_key ON security_group (tenant_id, security_group_key);
CREATE UNIQUE INDEX security_category_key ON security_category (tenant_id, mark_category_key);
CREATE UNIQUE INDEX security_mark_key ON security_mark (security_group_id, security_mark_key);
CREATE UNIQUE INDEX security_grant_principal
  ON security_grant (node_id, COALESCE(user_group_id, 0), COALESCE(users_id, 0), recursive);
CREATE INDEX security_grant_user ON security_grant (tenant_id, users_id) WHERE users_id IS NOT NULL;
CREATE INDEX security_node_mark_mark ON security_node_mark (security_mark_id);
CREATE UNIQUE INDEX security_principal_set_key ON security_principal_set (tenant_id, set_key);
CREATE UNIQUE INDEX content_repository_folder ON content_repository (file_server_id, folder_name);
CREATE INDEX content_repository_tenant ON content_repository (tenant_id);
CREATE INDEX nodes_node_by_name ON nodes_node (parent_id, state, kind, name_key, node_id, has_own_acl);
CREATE INDEX audit_entry_chain ON audit_entry (chain_id, audit_id);
CREATE INDEX audit_entry_user ON audit_entry (users_id, audit_id);
CREATE INDEX audit_entry_object ON audit_entry (object_kind, object_id, audit_id);
CREATE INDEX audit_entry_at ON audit_entry (at, audit_id);
CREATE TRIGGER audit_entry_never_updated BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_entry_never_deleted BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_only_grows BEFORE UPDATE ON audit_chain
WHEN NEW.chain_id <> OLD.chain_id OR NEW.length <> OLD.length + 1
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_never_deleted BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE UNIQUE INDEX billing_quota_service ON billing_quota (tenant_id, service);
CREATE INDEX billing_entry_quota ON billing_entry (quota_id, entry_id);
CREATE UNIQUE INDEX billing_entry_once ON billing_entry (quota_id, idempotency_key);
CREATE UNIQUE INDEX billing_entry_reservation ON billing_entry (reservation_id);
CREATE INDEX billing_reservation_open ON billing_reservation (quota_id, reservation_id) WHERE state = 'open';
CREATE TRIGGER billing_entry_never_updated BEFORE UPDATE ON billing_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE INDEX tenancy_company_folded ON tenancy_company (tenant_id, folded);
CREATE INDEX tenancy_usergroup_folded ON tenancy_usergroup (tenant_id, folded);
CREATE INDEX tenancy_usergroup_company ON tenancy_usergroup (company_id);
CREATE INDEX tenancy_external_company_company ON tenancy_external_company (company_id);
CREATE INDEX tenancy_company_cnpj ON tenancy_company (cnpj);
CREATE INDEX identity_user_by_tenant ON identity_user (tenant_id, folded, users_id);
CREATE INDEX identity_user_by_tenant_email ON identity_user (tenant_id, email_key, users_id);
CREATE INDEX identity_user_master ON identity_user (users_id) WHERE master;
CREATE INDEX identity_word_user ON identity_word (users_id, word);
CREATE INDEX identity_user_without_words ON identity_user (users_id) WHERE NOT has_words;
CREATE INDEX identity_invitation_tenant ON identity_invitation (tenant_id, created_at);
CREATE INDEX identity_invitation_group ON identity_invitation (user_group_id, created_at);
CREATE UNIQUE INDEX identity_invitation_open
  ON identity_invitation (email_key, company_id, COALESCE(user_group_id, 0)) WHERE ended_at IS NULL;
CREATE INDEX identity_link_user ON identity_link (users_id) WHERE users_id IS NOT NULL;
CREATE INDEX identity_link_invitation ON identity_link (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX identity_link_end ON identity_link (expires_at);
CREATE INDEX identity_session_end ON identity_session (expires_at);
CREATE INDEX identity_provider_account_user ON identity_provider_account (users_id);
CREATE INDEX identity_provider_attempt_end ON identity_provider_attempt (expires_at);
CREATE INDEX content_file_server_tenant_tenant ON content_file_server_tenant (tenant_id);
CREATE INDEX identity_user_folded ON identity_user (folded, users_id, tenant_id, company_id);
CREATE INDEX identity_user_by_company ON identity_user (company_id, folded, users_id, tenant_id);
CREATE INDEX identity_word_in_tenant ON identity_word (tenant_id, word, folded, users_id);
CREATE UNIQUE INDEX identity_user_email ON identity_user (email_key) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX identity_user_by_email ON identity_user (email_key, users_id);
CREATE UNIQUE INDEX identity_user_address ON identity_user (email_key, COALESCE(tenant_id, 0));
CREATE UNIQUE INDEX nodes_node_name ON nodes_node (parent_id, name_key) WHERE state < 2 AND NOT duplicate;
CREATE INDEX security_change_epoch ON security_change (tenant_id, epoch);
CREATE INDEX security_grant_group ON security_grant (tenant_id, user_group_id) WHERE user_group_id IS NOT NULL;
CREATE INDEX jobs_job_open ON jobs_job (kind, priority, tenant_id, run_at, job_id)
  WHERE state = 'queued' AND NOT cancel_requested;
CREATE INDEX jobs_job_unwanted ON jobs_job (job_id) WHERE state = 'queued' AND cancel_requested;
CREATE INDEX content_upload_user ON content_upload (users_id);
CREATE INDEX content_upload_ended_at ON content_upload_ended (ended_at);
CREATE INDEX content_purging_purge ON content_purging (purge_id, node_id);
CREATE INDEX billing_closed_quota_tenant ON billing_closed_quota (tenant_id);
CREATE INDEX billing_closed_entry_quota ON billing_closed_entry (quota_id, entry_id);
CREATE TRIGGER billing_closed_entry_never_updated BEFORE UPDATE ON billing_closed_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_closed_entry_never_deleted BEFORE DELETE ON billing_closed_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_entry_never_deleted BEFORE DELETE ON billing_entry
WHEN NOT EXISTS (
  SELECT 1
  FROM billing_closed_entry c
  WHERE c.entry_id = OLD.entry_id AND c.quota_id = OLD.quota_id AND c.amount = OLD.amount
    AND c.balance_after = OLD.balance_after
)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE INDEX content_check_age ON content_check (checked_at);
CREATE INDEX content_check_flaw ON content_check (node_id) WHERE flaw IS NOT NULL;
CREATE INDEX tenancy_external_company_open ON tenancy_external_company (invited_by) WHERE accepted_at IS NULL;
CREATE UNIQUE INDEX identity_external_account_in_tenant ON identity_external_account (tenant_id, service, external_id);
CREATE INDEX nodes_node_with_acl ON nodes_node (parent_id, kind, name_key, node_id) WHERE state = 1 AND has_own_acl;
CREATE INDEX security_acl_tenant ON security_acl (tenant_id);
CREATE INDEX security_acl_node ON security_acl (node_id);
CREATE INDEX security_acl_parent ON security_acl (parent_acl_id);
CREATE INDEX security_node_acl_inheritable ON security_node_acl (inheritable_acl_id);
CREATE INDEX security_traversable_node ON security_traversable (node_id);
CREATE INDEX security_propagation_tenant ON security_propagation (tenant_id);
CREATE INDEX content_partial_upload_user ON content_partial_upload (users_id);
CREATE UNIQUE INDEX mail_message_message ON mail_message (message_id);
CREATE INDEX mail_message_open ON mail_message (created_at) WHERE state = 'queued';
CREATE INDEX mail_message_ended ON mail_message (ended_at) WHERE ended_at IS NOT NULL;
INSERT INTO content_search_by_age (rowid, pieces)
SELECT node_id, pieces(tenant_id, fold(name)) FROM nodes_node WHERE parent_id IS NOT NULL AND state > 0 ORDER BY 1;
INSERT INTO content_search_by_folder (rowid, pieces)
SELECT parent_id * 2147483648 + 2147483647 - node_id, pieces(tenant_id, fold(name)) FROM nodes_node
WHERE parent_id IS NOT NULL AND state > 0 ORDER BY 1;
INSERT INTO content_search_folder (folder_id, piece)
SELECT DISTINCT n.parent_id, p.value FROM nodes_node n
CROSS JOIN json_each('["' || replace(pieces(n.tenant_id, fold(n.name)), ' ', '","') || '"]') p
WHERE n.parent_id IS NOT NULL AND n.state > 0;
INSERT INTO db_migration (name, checksum) VALUES
  ('0001_jobs', '52994b17c7867f880aaed29792c43e18f3a948cb67276c8c2fb482264b5066b5'),
  ('0002_tenancy', 'c0470de7aaaf9013da0ab14fcf28d0d3890f1d986efe1ea46ba465e25aed8955'),
  ('0003_identity', 'dbf6c215a6c4a7777678233ac7be34cbc2ad56f3db8b7741b03fed7c4f3d8d36'),
  ('0004_nodes', '892d8d70d2461db805d4e60034bc45a1a14ea6d185c3f10a09c2b7ad74e597ab'),
  ('0005_activity', '30f4cdc8daca31e5f64cdcb1fc450712317fec7e0fa2293220fad67b243bbb77'),
  ('0006_security', '83633e32a72f8994ba582002798856a17e1de1dd7992f2589cfe857488d693b7'),
  ('0007_content', '1fdd273a35467212ef3d1fdaae5ec3c60ae062843d7900ec94820bd4d8e93420'),
  ('0008_media', '5aca7f40f37ab3f0cc7b29db77558fe61f8b314b0616d82aab4dd8c716ee5eca'),
  ('0009_counted_by_index', 'db56dd63a630194f83084ae5d03b909750ddcc72ca8de1f9c521d6dd7063206d'),
  ('0010_audit', '2e2f5e3158bb652d6ea175c0a34e1ae48c46837a8bb75c18d22ffb1ed0ccf9ab'),
  ('0011_billing', '0226b63d5b1c5580ca5559129eae824a2939e2378368d20b6154ef0fd3606218'),
  ('0012_themes', '134367437bd2e79f60c0381998548f924384c7166f54102f14415b1876e817c6'),
  ('0013_topics', '89d93455ce09db63fcf9d646b484db6eefaeb3e042e5682fb4efd80919aa446b'),
  ('0014_tally', '6d9c656ede3ff4e9c59a9ebbc9a363ce658a97b3aebebce0550d1f58f3949c1e'),
  ('0015_pieces_of_names', '64564e204436a09deac910eef99fe8eb0e117a987861b10357392999cbb7724b'),
  ('0020_settings_lists', 'aa9314addf468ba07aab3d09799b64e88c5c6aeb35a8efc7b55448fb27bc42db'),
  ('0021_external_companies', 'e1c1d7d0356f9e12065eb87930cedf019c751ec3818e3d997d45cae2a43434b9'),
  ('0022_user_lists', 'a49249688cebb0702518399276b89fa9ae262a8e83ff8d7aa4e7a5ce60a7d6f3'),
  ('0023_users_without_words', '0a8562d9eca0858546907289e7f9ec8300f7fea94273d59f21b75b4b3669002d'),
  ('0030_mail', '7bcd443fd576dc19014c461cc2df9b624dc330b61ef2d3891c3ea9270a7241da'),
  ('0031_identity_links', '824d23ec47893450d810a699e2057f43a5e5680a7b1496dcb4e141d5f7a1b523'),
  ('0032_identity_session_origin', '193722bd8374d2682ea5f9ce04f74482c151b49ca111f13ea6cfa279017e7597'),
  ('0033_identity_second_factor', 'b8fe5705519db54187e50cf373614a1a3fd0ca7de1c2e4378806eafa728277d2'),
  ('0034_identity_provider', '8e9f3d01a1f88cc2ed8958ca7c7da856cf54374dc261df5ec04186e4afe721ca'),
  ('0040_content_settings', '6475a44407edf723b0dc0b4f8d68c0cc64e40f8a2c2ea402cd8e4b023627da72'),
  ('0041_security_closed', '10e7add579bed3f81f8238a32dfc052d2ccd6a8375266c151f33235faf980076'),
  ('0060_user_words', '740a255298319a5956af9337c40cdfdd1ef162329c6c9c14d1908415a814338c'),
  ('0061_guarded_by_node', 'b3e4ac6a7853640fa25d73d40dddaa9d87bc66a53d621bbc62483c5c777a0976'),
  ('0070_confirmed_addresses', '64e7cc43894b61ee720dff277a0a8353b9164d3e3106b0e5e6f7872dbd1571f5'),
  ('0071_session_limits', 'ac91bffe399fca6345573ba32b6b79dd58338ae30e2880e23518c56fed538c8c'),
  ('0080_twins', '6148aa3b573300b34afab37b209ebabe36fc40a36c9a9f16cf28f9c2572a5652'),
  ('0081_pieces_by_folder', '134dabc140e3fdf3bcb2269eba59b9340ce8ada80ee888091f9a5fe057c7bc86'),
  ('0090_changes_of_rights', '9dafa90dcd966fc1d1890a1106db8891c92d3104485f03f0b6e5414fd0ca0747'),
  ('0100_content_intent_owner', 'db6726512cd26e906091bbef06d2876cf17619b9d04180275b5873ad7ea5359c'),
  ('0110_jobs_in_turn', '800696cd22f9834332a95e73f42042a1658b43603beb811884150ff0270ce1d7'),
  ('0111_preview_fault', 'c63053d560ea73ffc87b62b536e86d2f421c8456c6f158e455784e3d84e60dba'),
  ('0120_pieces_of_folders', '5a855010d9185ebeac3335e836a6af891909abee2de4e2b317aa41b51084f06c'),
  ('0130_uploads_that_end', '95775fe6d445d2fcf2041d5bf568148b2d8613aabf531425ac9bcc3496dcd4cf'),
  ('0131_purges', '90659e5ad7c51cba972f895ee22fe6b2921066e27cdeda8ecc05edad0177d6b7'),
  ('0140_ledgers_of_closed_tenants', '186226f4c0f89271451afa206207aea60ca16a5d1bad7522462912bd2eec3e58'),
  ('0150_content_check', '32733ba11e473fc50d95d53764ff046a62b1f109d0e25c8fb17102fabf9fbe9f'),
  ('0160_pieces_of_names', 'e10f628bb6514f4247c980354924b1ca104a765b303694d41729f09b943903ce'),
  ('0170_makers', '1a5f126d47baaec7e244da9dde60cad384f870943c36085e7aacca97f1eb613b'),
  ('0171_external_ids_per_tenant', '0c720468f9e1d40f4fdd3a13e2d54aceed09931b73e5b0b01183c2f739f52f09'),
  ('0180_names_of_access', '6e5aae93a83d6e14f9cba1d2861ead0ce478162f768718862dcc0916c325a37e'),
  ('0181_names_of_mail', '7f0619d6e026f41c305198761a3ba60c0ad1ac78e37881363dc58efc8dafd4f1'),
  ('0190_made_by', 'd597d5fa90abbd3337d68725899db150ae520c0a99a16bd16b601dadf312f6a7'),
  ('0191_provider_stamp', 'ad8f0855eb253df9598e25f413e126269999fc437ccf1e227dedfad0019d526b'),
  ('0200_media_draws', '255bc8f18b95d56540fe5a88a2a6ac2ba599af525ddd059888e9b6f3615fc19e'),
  ('0201_keys_of_propagations', '6d00e0b6cccad9e6af324089a26a716bebf722f2d3e09c2d46082256b6831336');
