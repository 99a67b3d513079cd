-- Who the customers are: tenants, their companies and groups, and what these are shown in.
--
-- Of tables that people look things up in and change: `folded` is the title and the key, folded, by which a row is found;
-- `version` grows with each change, so that two people who make one notice each other.

-- Colours and a logo. Without a tenant it is offered to all.
CREATE TABLE tenancy_theme (
  theme_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT REFERENCES tenancy_tenant (tenant_id),
  theme_title TEXT NOT NULL,
  theme_key TEXT NOT NULL,
  folded TEXT NOT NULL DEFAULT '',
  theme_config TEXT NOT NULL, -- JSON
  version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX tenancy_theme_key ON tenancy_theme (COALESCE(tenant_id, 0), theme_key);

-- The logo of a theme: a picture that was drawn from what somebody uploaded, never what they uploaded.
CREATE TABLE tenancy_theme_logo (
  theme_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_theme (theme_id),
  hash TEXT NOT NULL,
  webp BLOB NOT NULL
);

-- An organisation with its own people, files and settings.
CREATE TABLE tenancy_tenant (
  tenant_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_title TEXT NOT NULL,
  tenant_key TEXT NOT NULL CHECK (length(tenant_key) >= 3),
  folded TEXT NOT NULL DEFAULT '',
  cnpj TEXT, -- Brazil's number of a company
  theme_id BIGINT REFERENCES tenancy_theme (theme_id),
  time_zone TEXT, -- in which its months begin
  active BOOLEAN NOT NULL DEFAULT TRUE,
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX tenancy_tenant_key ON tenancy_tenant (tenant_key);

-- A part of a tenant, or a firm that works for it.
CREATE TABLE tenancy_company (
  company_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_name TEXT NOT NULL,
  company_key TEXT NOT NULL,
  folded TEXT NOT NULL DEFAULT '',
  cnpj TEXT,
  active BOOLEAN NOT NULL DEFAULT TRUE,
  version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX tenancy_company_key ON tenancy_company (tenant_id, company_key);
CREATE INDEX tenancy_company_folded ON tenancy_company (tenant_id, folded);
CREATE INDEX tenancy_company_cnpj ON tenancy_company (cnpj);

-- People who get rights, applications and a theme together.
CREATE TABLE tenancy_usergroup (
  user_group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  group_title TEXT NOT NULL,
  group_key TEXT NOT NULL,
  folded TEXT NOT NULL DEFAULT '',
  theme_id BIGINT REFERENCES tenancy_theme (theme_id),
  active BOOLEAN NOT NULL DEFAULT TRUE,
  version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX tenancy_usergroup_key ON tenancy_usergroup (tenant_id, group_key);
CREATE INDEX tenancy_usergroup_folded ON tenancy_usergroup (tenant_id, folded);
CREATE INDEX tenancy_usergroup_company ON tenancy_usergroup (company_id);

-- A company of another tenant that a group has invited. Its people can be put into the group once it has accepted.
CREATE TABLE tenancy_external_company (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  invited_at BIGINT NOT NULL,
  -- An invitation that nobody has accepted is worth what its maker may do. The table of users is `identity`'s, which is
  -- made later: no other table points to a higher room.
  invited_by BIGINT REFERENCES identity_user (users_id),
  accepted_at BIGINT,
  PRIMARY KEY (user_group_id, company_id)
);
CREATE INDEX tenancy_external_company_company ON tenancy_external_company (company_id);
CREATE INDEX tenancy_external_company_open ON tenancy_external_company (invited_by) WHERE accepted_at IS NULL;

-- An application as tenants use it.
CREATE TABLE tenancy_application_instance (
  application_instance_id INTEGER PRIMARY KEY AUTOINCREMENT,
  application_instance_title TEXT NOT NULL,
  application_id BIGINT NOT NULL CHECK (application_id BETWEEN 1 AND 9),
  folded TEXT NOT NULL DEFAULT '',
  access_url TEXT, -- where it is on another server
  config TEXT, -- JSON
  version BIGINT NOT NULL DEFAULT 1
);

-- An instance that a tenant has.
CREATE TABLE tenancy_tenant_application (
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  application_instance_id BIGINT NOT NULL REFERENCES tenancy_application_instance (application_instance_id),
  PRIMARY KEY (tenant_id, application_instance_id)
);

-- One of these that a group may open.
CREATE TABLE tenancy_usergroup_application (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  application_instance_id BIGINT NOT NULL REFERENCES tenancy_application_instance (application_instance_id),
  PRIMARY KEY (user_group_id, application_instance_id)
);

-- One row: grows with every change of people, groups, tenants or instances, so that what was read of them can be kept.
CREATE TABLE tenancy_epoch (
  epoch_id BIGINT NOT NULL PRIMARY KEY CHECK (epoch_id = 1),
  epoch BIGINT NOT NULL
);
INSERT INTO tenancy_epoch (epoch_id, epoch) VALUES (1, 1);

-- The themes that are offered to all.
INSERT INTO tenancy_theme (theme_title, theme_key, folded, theme_config) VALUES
  ('Green', 'green', 'green green', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#111113","appBarTxtColor":"#ffffff","primary":"#1b7f4b","accent":"#1b7f4b"}'),
  ('Blue', 'blue', 'blue blue', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#0b1f3a","appBarTxtColor":"#ffffff","primary":"#1d5fd1","accent":"#1d5fd1"}'),
  ('Orange', 'orange', 'orange orange', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#2a1608","appBarTxtColor":"#ffffff","primary":"#f08c00","accent":"#f08c00"}'),
  ('Red', 'red', 'red red', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#ffffff","appBarTxtColor":"#1a1a1c","primary":"#d0333c","accent":"#d0333c"}'),
  ('Yellow', 'yellow', 'yellow yellow', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#111113","appBarTxtColor":"#ffffff","primary":"#f5c400","accent":"#f5c400"}'),
  ('Purple', 'purple', 'purple purple', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#221539","appBarTxtColor":"#ffffff","primary":"#7b3fe4","accent":"#7b3fe4"}');
