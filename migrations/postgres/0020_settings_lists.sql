-- What the settings screens list is found by its folded title and key, and changed under a version that two people can tell apart.
ALTER TABLE tenancy_application_instance ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE tenancy_application_instance ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_tenant ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE tenancy_tenant ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_company ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE tenancy_company ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_usergroup ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE tenancy_usergroup ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE tenancy_application_instance SET folded = lower(regexp_replace(normalize(application_instance_title, NFKD), '[\u0300-\u036f]', '', 'g'));
UPDATE tenancy_tenant SET folded = lower(regexp_replace(normalize(tenant_title || ' ' || tenant_key, NFKD), '[\u0300-\u036f]', '', 'g'));
UPDATE tenancy_company SET folded = lower(regexp_replace(normalize(company_name || ' ' || company_key, NFKD), '[\u0300-\u036f]', '', 'g'));
UPDATE tenancy_usergroup SET folded = lower(regexp_replace(normalize(group_title || ' ' || group_key, NFKD), '[\u0300-\u036f]', '', 'g'));
CREATE INDEX tenancy_company_folded ON tenancy_company (tenant_id, folded);
CREATE INDEX tenancy_usergroup_folded ON tenancy_usergroup (tenant_id, folded);
CREATE INDEX tenancy_usergroup_company ON tenancy_usergroup (company_id);
