-- Companies of other tenants that a group has invited; their people can be put into it once the company has accepted.
CREATE TABLE tenancy_external_company (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  company_id BIGINT NOT NULL REFERENCES tenancy_company (company_id),
  invited_at BIGINT NOT NULL,
  accepted_at BIGINT,
  PRIMARY KEY (user_group_id, company_id)
);
CREATE INDEX tenancy_external_company_company ON tenancy_external_company (company_id);
CREATE INDEX tenancy_company_cnpj ON tenancy_company (cnpj);
