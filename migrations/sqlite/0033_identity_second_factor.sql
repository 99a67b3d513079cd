-- The second factor: a secret shared with the owner's authenticator, and codes for the day it is lost.
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
