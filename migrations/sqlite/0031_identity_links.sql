-- One-use links sent by mail, of which only a hash is kept; and the invitations that some of them answer.
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
CREATE INDEX identity_invitation_tenant ON identity_invitation (tenant_id, created_at);
CREATE INDEX identity_invitation_group ON identity_invitation (user_group_id, created_at);
-- One open invitation for a person and a place.
CREATE UNIQUE INDEX identity_invitation_open
  ON identity_invitation (email_key, company_id, COALESCE(user_group_id, 0)) WHERE ended_at IS NULL;

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
CREATE INDEX identity_link_user ON identity_link (users_id) WHERE users_id IS NOT NULL;
CREATE INDEX identity_link_invitation ON identity_link (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX identity_link_end ON identity_link (expires_at);
