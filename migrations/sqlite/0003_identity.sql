-- Who signs in, what they are, and the sessions they hold.
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
);
CREATE UNIQUE INDEX identity_user_email ON identity_user (email_key);

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
CREATE INDEX identity_admin_tenant ON identity_admin (tenant_id);
CREATE INDEX identity_member_group ON identity_member (user_group_id);

-- A session is alive as long as its row is here and not past its time.
CREATE TABLE identity_session (
  session_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX identity_session_user ON identity_session (users_id);

-- Keys this installation made for itself, such as the one that signs tokens.
CREATE TABLE identity_secret (
  secret_key TEXT NOT NULL PRIMARY KEY,
  secret TEXT NOT NULL
);
