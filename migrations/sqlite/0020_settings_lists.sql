-- What the settings screens list is found by its folded title and key, and changed under a version that two people can tell apart.
ALTER TABLE tenancy_application_instance ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE tenancy_application_instance ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_tenant ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE tenancy_tenant ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_company ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE tenancy_company ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_usergroup ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE tenancy_usergroup ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE tenancy_application_instance SET folded = fold(application_instance_title);
UPDATE tenancy_tenant SET folded = fold(tenant_title || ' ' || tenant_key);
UPDATE tenancy_company SET folded = fold(company_name || ' ' || company_key);
UPDATE tenancy_usergroup SET folded = fold(group_title || ' ' || group_key);
CREATE INDEX tenancy_company_folded ON tenancy_company (tenant_id, folded);
CREATE INDEX tenancy_usergroup_folded ON tenancy_usergroup (tenant_id, folded);
CREATE INDEX tenancy_usergroup_company ON tenancy_usergroup (company_id);
