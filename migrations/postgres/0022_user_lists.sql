-- Users are found by the beginnings of the words of their names and e-mails, in the order of their names, among many.
ALTER TABLE identity_user ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE identity_user ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE identity_user SET folded = lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'));
CREATE INDEX identity_user_folded ON identity_user (folded, users_id);
CREATE INDEX identity_user_by_tenant ON identity_user (tenant_id, folded, users_id);
CREATE INDEX identity_user_by_company ON identity_user (company_id, folded, users_id);
CREATE INDEX identity_user_by_tenant_email ON identity_user (tenant_id, email_key, users_id);
CREATE INDEX identity_user_master ON identity_user (users_id) WHERE master;

-- Words of a user's name and e-mail, folded; filled when a process starts for users who have none yet.
CREATE TABLE identity_word (
  word TEXT COLLATE "C" NOT NULL,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  PRIMARY KEY (word, users_id)
);
CREATE INDEX identity_word_user ON identity_word (users_id, word);

-- A picture of somebody, small enough to be kept here.
CREATE TABLE identity_avatar (
  users_id BIGINT NOT NULL PRIMARY KEY REFERENCES identity_user (users_id),
  media_type TEXT COLLATE "C" NOT NULL,
  picture BYTEA NOT NULL,
  hash TEXT COLLATE "C" NOT NULL
);

-- Who somebody is to another service.
CREATE TABLE identity_external_account (
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id),
  service TEXT COLLATE "C" NOT NULL CHECK (service IN ('google.drive')),
  external_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (users_id, service)
);
CREATE UNIQUE INDEX identity_external_account_id ON identity_external_account (service, external_id);
