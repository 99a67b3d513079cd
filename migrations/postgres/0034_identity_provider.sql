-- Signing in with a tenant's identity provider: where it is, whose accounts there are whose here, and who is on the way.
CREATE TABLE identity_provider (
  tenant_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_tenant (tenant_id),
  title TEXT COLLATE "C" NOT NULL,
  issuer TEXT COLLATE "C" NOT NULL,
  client_id TEXT COLLATE "C" NOT NULL,
  client_secret TEXT COLLATE "C" NOT NULL,
  -- New users are made in this company; without it only known ones come in.
  company_id BIGINT REFERENCES tenancy_company (company_id),
  active BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE TABLE identity_provider_account (
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  issuer TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, issuer, subject)
);
CREATE INDEX identity_provider_account_user ON identity_provider_account (users_id);
CREATE TABLE identity_provider_attempt (
  state_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  browser_hash TEXT COLLATE "C" NOT NULL,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  nonce TEXT COLLATE "C" NOT NULL,
  verifier TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX identity_provider_attempt_end ON identity_provider_attempt (expires_at);
