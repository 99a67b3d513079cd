-- A page of users is read from one index: the walls' columns are in it, and a word knows whose tenant it is in and where
-- its user stands in the order of names.
DROP INDEX identity_user_folded;
DROP INDEX identity_user_by_company;
CREATE INDEX identity_user_folded ON identity_user (folded, users_id, tenant_id, company_id);
CREATE INDEX identity_user_by_company ON identity_user (company_id, folded, users_id, tenant_id);
ALTER TABLE identity_word ADD COLUMN tenant_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE identity_word ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE identity_word
SET tenant_id = COALESCE((SELECT u.tenant_id FROM identity_user u WHERE u.users_id = identity_word.users_id), 0),
  folded = (SELECT u.folded FROM identity_user u WHERE u.users_id = identity_word.users_id);
CREATE INDEX identity_word_in_tenant ON identity_word (tenant_id, word, folded, users_id);
