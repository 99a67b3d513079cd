-- An account elsewhere is one person's of a tenant; what another tenant uses is not told. 0 is nobody's tenant.
ALTER TABLE identity_external_account ADD COLUMN tenant_id BIGINT NOT NULL DEFAULT 0;
UPDATE identity_external_account
SET tenant_id = COALESCE((SELECT u.tenant_id FROM identity_user u WHERE u.users_id = identity_external_account.users_id), 0);
DROP INDEX identity_external_account_id;
CREATE UNIQUE INDEX identity_external_account_in_tenant ON identity_external_account (tenant_id, service, external_id);
