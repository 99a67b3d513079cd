-- Who the customers are: tenants, their companies, user groups, themes and application instances.
CREATE TABLE tenancy_theme (
  theme_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT REFERENCES tenancy_tenant (tenant_id),
  theme_title TEXT NOT NULL,
  theme_key TEXT NOT NULL,
  theme_config TEXT NOT NULL
);
CREATE UNIQUE INDEX tenancy_theme_key ON tenancy_theme (COALESCE(tenant_id, 0), theme_key);

CREATE TABLE tenancy_tenant (
  tenant_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_title TEXT NOT NULL,
  tenant_key TEXT NOT NULL CHECK (length(tenant_key) >= 3),
  cnpj TEXT,
  theme_id BIGINT REFERENCES tenancy_theme (theme_id),
  active BOOLEAN NOT NULL DEFAULT TRUE,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX tenancy_tenant_key ON tenancy_tenant (tenant_key);

CREATE TABLE tenancy_company (
  company_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_name TEXT NOT NULL,
  company_key TEXT NOT NULL,
  cnpj TEXT,
  active BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE UNIQUE INDEX tenancy_company_key ON tenancy_company (tenant_id, company_key);

CREATE TABLE tenancy_usergroup (
  user_group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  group_title TEXT NOT NULL,
  group_key TEXT NOT NULL,
  theme_id BIGINT REFERENCES tenancy_theme (theme_id),
  active BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE UNIQUE INDEX tenancy_usergroup_key ON tenancy_usergroup (tenant_id, group_key);

CREATE TABLE tenancy_application_instance (
  application_instance_id INTEGER PRIMARY KEY AUTOINCREMENT,
  application_instance_title TEXT NOT NULL,
  application_id BIGINT NOT NULL CHECK (application_id BETWEEN 1 AND 9),
  access_url TEXT,
  config TEXT
);

-- Which instances a tenant has, and which of those a group may open.
CREATE TABLE tenancy_tenant_application (
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  application_instance_id BIGINT NOT NULL REFERENCES tenancy_application_instance (application_instance_id),
  PRIMARY KEY (tenant_id, application_instance_id)
);
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

INSERT INTO tenancy_theme (theme_title, theme_key, theme_config) VALUES
  ('Green', 'green', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#111113","appBarTxtColor":"#ffffff","primary":"#1b7f4b","accent":"#1b7f4b"}'),
  ('Blue', 'blue', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#0b1f3a","appBarTxtColor":"#ffffff","primary":"#1d5fd1","accent":"#1d5fd1"}'),
  ('Orange', 'orange', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#2a1608","appBarTxtColor":"#ffffff","primary":"#f08c00","accent":"#f08c00"}'),
  ('Red', 'red', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#ffffff","appBarTxtColor":"#1a1a1c","primary":"#d0333c","accent":"#d0333c"}'),
  ('Yellow', 'yellow', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#111113","appBarTxtColor":"#ffffff","primary":"#f5c400","accent":"#f5c400"}'),
  ('Purple', 'purple', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#221539","appBarTxtColor":"#ffffff","primary":"#7b3fe4","accent":"#7b3fe4"}');
