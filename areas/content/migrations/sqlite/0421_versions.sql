-- A content of a file that was replaced at least once. The present one has no node of its own.
CREATE TABLE content_version (
  version_id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  node_id BIGINT UNIQUE REFERENCES nodes_node (node_id) ON DELETE CASCADE, -- as whose content an earlier one is kept
  number BIGINT NOT NULL,
  label TEXT NOT NULL DEFAULT '', -- what people call it; it is kept then, whatever the rule of the tenant says
  made_by BIGINT,
  made_at BIGINT NOT NULL,
  replaced_at BIGINT, -- since when another one is in its place
  restored_from BIGINT, -- the number of the earlier version that it is again
  CONSTRAINT content_version_number UNIQUE (file_id, number)
);
CREATE INDEX content_version_age ON content_version (replaced_at) WHERE replaced_at IS NOT NULL;

-- How many earlier versions of each file a tenant keeps, and for how many days. Without a row, all of them.
CREATE TABLE content_version_rule (
  tenant_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  most BIGINT CHECK (most >= 0),
  days BIGINT CHECK (days >= 1)
);
