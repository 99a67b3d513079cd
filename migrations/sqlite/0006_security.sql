-- The second and third wall: grants, marks, clearances, and the guards that make checking them cheap.
CREATE TABLE security_group (
  security_group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  security_group_key TEXT NOT NULL,
  match_type TEXT NOT NULL CHECK (match_type IN ('and', 'or', 'tree')),
  propagation_policy TEXT NOT NULL CHECK (propagation_policy IN ('nevercopy', 'inherited')),
  node_cardinality TEXT NOT NULL CHECK (node_cardinality IN ('single', 'multiple')),
  user_cardinality TEXT NOT NULL CHECK (user_cardinality IN ('single', 'multiple')),
  CHECK (match_type <> 'tree' OR (node_cardinality = 'multiple' AND user_cardinality = 'multiple'))
);
CREATE UNIQUE INDEX security_group_key ON security_group (tenant_id, security_group_key);

CREATE TABLE security_category (
  mark_category_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  mark_category_key TEXT NOT NULL
);
CREATE UNIQUE INDEX security_category_key ON security_category (tenant_id, mark_category_key);

CREATE TABLE security_mark (
  security_mark_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  security_group_id BIGINT NOT NULL REFERENCES security_group (security_group_id),
  mark_category_id BIGINT NOT NULL REFERENCES security_category (mark_category_id),
  security_mark_key TEXT NOT NULL,
  mark_parent BIGINT REFERENCES security_mark (security_mark_id)
);
CREATE UNIQUE INDEX security_mark_key ON security_mark (security_group_id, security_mark_key);

CREATE TABLE security_clearance (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  security_mark_id BIGINT NOT NULL REFERENCES security_mark (security_mark_id),
  PRIMARY KEY (user_group_id, security_mark_id)
);

-- role: 1 reader, 2 writer, 3 manager. Exactly one of user_group_id and users_id is set.
CREATE TABLE security_grant (
  grant_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  user_group_id BIGINT,
  users_id BIGINT,
  role BIGINT NOT NULL CHECK (role BETWEEN 1 AND 3),
  recursive BOOLEAN NOT NULL,
  CHECK ((user_group_id IS NULL) <> (users_id IS NULL))
);
CREATE UNIQUE INDEX security_grant_principal
  ON security_grant (node_id, COALESCE(user_group_id, 0), COALESCE(users_id, 0), recursive);
CREATE INDEX security_grant_user ON security_grant (tenant_id, users_id) WHERE users_id IS NOT NULL;

CREATE TABLE security_node_mark (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  security_mark_id BIGINT NOT NULL REFERENCES security_mark (security_mark_id),
  PRIMARY KEY (node_id, security_mark_id)
);
CREATE INDEX security_node_mark_mark ON security_node_mark (security_mark_id);

-- A guard: the sum of the grants and marks in effect at the node that defines it. The self guard is the node's own,
-- the flow guard is what it hands down; they are one where nothing stays behind. grants: "g12:2 u7:3", marks: "5 9".
CREATE TABLE security_guard (
  guard_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  parent_guard_id BIGINT,
  grants TEXT NOT NULL,
  marks TEXT NOT NULL
);
CREATE INDEX security_guard_tenant ON security_guard (tenant_id);
CREATE INDEX security_guard_node ON security_guard (node_id);
CREATE INDEX security_guard_parent ON security_guard (parent_guard_id);

-- Which guard holds at a folder (and at a file that has one of its own), and which one flows to what is in it.
CREATE TABLE security_guarded (
  node_id BIGINT NOT NULL PRIMARY KEY,
  self_guard_id BIGINT NOT NULL,
  flow_guard_id BIGINT NOT NULL
);

-- While a subtree is being rewritten, security_guarded is not believed there: the nearest guard above is asked.
CREATE TABLE security_fence (
  fence_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  root_node_id BIGINT NOT NULL
);
CREATE INDEX security_fence_tenant ON security_fence (tenant_id);

-- Grows with every change that could alter what somebody may see in the tenant.
CREATE TABLE security_epoch (
  tenant_id BIGINT NOT NULL PRIMARY KEY,
  epoch BIGINT NOT NULL
);

-- Users with the same groups and direct grants share a set; what the set may do is worked out when it is first asked.
CREATE TABLE security_principal_set (
  principal_set_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  set_key TEXT NOT NULL,
  epoch BIGINT NOT NULL
);
CREATE UNIQUE INDEX security_principal_set_key ON security_principal_set (tenant_id, set_key);

CREATE TABLE security_verdict (
  principal_set_id BIGINT NOT NULL,
  guard_id BIGINT NOT NULL,
  role BIGINT NOT NULL CHECK (role BETWEEN 1 AND 3),
  PRIMARY KEY (principal_set_id, guard_id)
) WITHOUT ROWID;

-- Nodes whose name a set may see because something below them is open to it.
CREATE TABLE security_passable (
  principal_set_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  PRIMARY KEY (principal_set_id, node_id)
) WITHOUT ROWID;
