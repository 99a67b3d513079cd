-- Who signs in, what they are, and how they come in.

-- A person's account. Without a tenant it is a master's.
CREATE TABLE identity_user (
  users_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT REFERENCES tenancy_company (company_id),
  name TEXT NOT NULL,
  folded TEXT NOT NULL DEFAULT '', -- the name; what lists are in the order of
  has_words BOOLEAN NOT NULL DEFAULT FALSE, -- its words are in identity_word
  email TEXT NOT NULL,
  email_key TEXT NOT NULL, -- folded
  -- Since when the address is the owner's. Until then each tenant may have an account for it.
  email_confirmed_at BIGINT,
  password_hash TEXT NOT NULL, -- '!' is nobody's
  reset_pwd BOOLEAN NOT NULL DEFAULT FALSE, -- a new password has to be chosen
  avatar_url TEXT,
  language TEXT CHECK (language IN ('en', 'pt')),
  master BOOLEAN NOT NULL DEFAULT FALSE,
  active BOOLEAN NOT NULL DEFAULT TRUE,
  -- Who gave an account that nobody has used its way in: it is worth what they may do.
  made_by BIGINT REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1 -- grows with each change, so that two people who make one notice each other
);
CREATE UNIQUE INDEX identity_user_email ON identity_user (email_key) WHERE email_confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX identity_user_address ON identity_user (email_key, COALESCE(tenant_id, 0));
CREATE INDEX identity_user_by_email ON identity_user (email_key, users_id);
-- A page of users is read from one index: the columns that decide who may see whom are in it.
CREATE INDEX identity_user_folded ON identity_user (folded, users_id, tenant_id, company_id);
CREATE INDEX identity_user_by_tenant ON identity_user (tenant_id, folded, users_id);
CREATE INDEX identity_user_by_company ON identity_user (company_id, folded, users_id, tenant_id);
CREATE INDEX identity_user_by_tenant_email ON identity_user (tenant_id, email_key, users_id);
CREATE INDEX identity_user_master ON identity_user (users_id) WHERE master;
CREATE INDEX identity_user_without_words ON identity_user (users_id) WHERE NOT has_words;

-- A word of a user's name or e-mail, folded. It knows the user's tenant (0: none) and place in the order of names.
CREATE TABLE identity_word (
  word TEXT NOT NULL,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  tenant_id BIGINT NOT NULL DEFAULT 0,
  folded TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (word, users_id)
);
CREATE INDEX identity_word_user ON identity_word (users_id, word);
CREATE INDEX identity_word_in_tenant ON identity_word (tenant_id, word, folded, users_id);

-- A picture of somebody, small enough to be kept here.
CREATE TABLE identity_avatar (
  users_id BIGINT NOT NULL PRIMARY KEY REFERENCES identity_user (users_id),
  media_type TEXT NOT NULL,
  picture BLOB NOT NULL,
  hash TEXT NOT NULL
);

-- Who somebody is to another service. The account there is one person's of a tenant (0: none).
CREATE TABLE identity_external_account (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  tenant_id BIGINT NOT NULL DEFAULT 0,
  service TEXT NOT NULL CHECK (service IN ('google.drive')),
  external_id TEXT NOT NULL,
  PRIMARY KEY (users_id, service)
);
CREATE UNIQUE INDEX identity_external_account_in_tenant ON identity_external_account (tenant_id, service, external_id);

-- Somebody who administers a tenant.
CREATE TABLE identity_admin (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  PRIMARY KEY (users_id, tenant_id)
);
CREATE INDEX identity_admin_tenant ON identity_admin (tenant_id);

-- Somebody in a group.
CREATE TABLE identity_member (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  manager BOOLEAN NOT NULL DEFAULT FALSE, -- of the group
  PRIMARY KEY (users_id, user_group_id)
);
CREATE INDEX identity_member_group ON identity_member (user_group_id);

-- An invitation into a company, and perhaps a group.
CREATE TABLE identity_invitation (
  invitation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  user_group_id BIGINT REFERENCES tenancy_usergroup (user_group_id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  search_key TEXT NOT NULL, -- name and address, folded
  language TEXT CHECK (language IN ('en', 'pt')),
  manager BOOLEAN NOT NULL DEFAULT FALSE,
  admin BOOLEAN NOT NULL DEFAULT FALSE,
  invited_by BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  users_id BIGINT REFERENCES identity_user (users_id), -- who has accepted it
  CHECK (users_id IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX identity_invitation_tenant ON identity_invitation (tenant_id, created_at);
CREATE INDEX identity_invitation_group ON identity_invitation (user_group_id, created_at);
-- One open invitation for a person and a place.
CREATE UNIQUE INDEX identity_invitation_open
  ON identity_invitation (email_key, company_id, COALESCE(user_group_id, 0)) WHERE ended_at IS NULL;

-- A mailed link that is good once; only a hash of its secret is kept.
CREATE TABLE identity_link (
  link_id INTEGER PRIMARY KEY AUTOINCREMENT,
  purpose TEXT NOT NULL CHECK (purpose IN ('invitation', 'password', 'email')),
  secret_hash TEXT NOT NULL,
  users_id BIGINT REFERENCES identity_user (users_id),
  invitation_id BIGINT REFERENCES identity_invitation (invitation_id),
  email TEXT, -- the new address that it confirms
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  CHECK ((purpose = 'invitation') = (invitation_id IS NOT NULL)),
  CHECK ((purpose = 'invitation') = (users_id IS NULL)),
  CHECK ((purpose = 'email') = (email IS NOT NULL))
);
CREATE INDEX identity_link_user ON identity_link (users_id) WHERE users_id IS NOT NULL;
CREATE INDEX identity_link_invitation ON identity_link (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX identity_link_end ON identity_link (expires_at);

-- A sign-in. It lasts as long as its row is here and its time has not come.
CREATE TABLE identity_session (
  session_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  address TEXT, -- where it began
  user_agent TEXT,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL DEFAULT 0,
  renewed_at BIGINT NOT NULL DEFAULT 0, -- when its newest token was made; older ones are good for a moment more
  expires_at BIGINT NOT NULL
);
CREATE INDEX identity_session_user ON identity_session (users_id);
CREATE INDEX identity_session_end ON identity_session (expires_at);

-- The second factor of somebody: a secret that their authenticator shares.
CREATE TABLE identity_second_factor (
  users_id BIGINT NOT NULL PRIMARY KEY REFERENCES identity_user (users_id),
  secret TEXT NOT NULL, -- encrypted
  confirmed_at BIGINT, -- without it, it is only being set up
  last_step BIGINT NOT NULL DEFAULT 0 -- the last time step of which a code was taken: no code is good twice
);

-- A code for the day the authenticator is lost.
CREATE TABLE identity_recovery_code (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (users_id, code_hash)
);

-- A tenant's identity provider, by which its people sign in.
CREATE TABLE identity_provider (
  tenant_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_tenant (tenant_id),
  title TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  client_secret TEXT NOT NULL, -- encrypted
  company_id BIGINT REFERENCES tenancy_company (company_id), -- of new users; without it only known ones come in
  active BOOLEAN NOT NULL DEFAULT FALSE,
  stamp TEXT NOT NULL DEFAULT '' -- another one after each change
);

-- Whose account there is whose here.
CREATE TABLE identity_provider_account (
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, issuer, subject)
);
CREATE INDEX identity_provider_account_user ON identity_provider_account (users_id);

-- Somebody who is at the provider and has not come back yet.
CREATE TABLE identity_provider_attempt (
  state_hash TEXT NOT NULL PRIMARY KEY,
  browser_hash TEXT NOT NULL, -- only the browser in which it began may end it
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  stamp TEXT NOT NULL DEFAULT '', -- the provider's when it began
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX identity_provider_attempt_end ON identity_provider_attempt (expires_at);

-- A value that this installation has made for itself, such as the key that signs tokens.
CREATE TABLE identity_secret (
  secret_key TEXT NOT NULL PRIMARY KEY, -- its name
  secret TEXT NOT NULL
);
