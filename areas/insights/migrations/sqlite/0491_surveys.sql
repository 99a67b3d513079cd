-- What a survey found: the files of one person that have one access and lie in a folder or below it.
CREATE TABLE insights_storage (
  repository_id BIGINT NOT NULL,
  survey BIGINT NOT NULL,
  folder_id BIGINT NOT NULL, -- at the top of the repository, or its own node for what lies in none
  acl_id BIGINT NOT NULL,
  users_id BIGINT NOT NULL, -- who made them; 0: nobody who is known
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  files BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (repository_id, survey, folder_id, acl_id, users_id)
);
CREATE INDEX insights_storage_tenant ON insights_storage (tenant_id, survey);

-- A large file that nobody has used for a year, as a survey found it.
CREATE TABLE insights_unused (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  survey BIGINT NOT NULL,
  repository_id BIGINT NOT NULL,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (node_id, survey)
);
CREATE INDEX insights_unused_largest ON insights_unused (repository_id, survey, bytes, node_id);
CREATE INDEX insights_unused_tenant ON insights_unused (tenant_id, survey);
