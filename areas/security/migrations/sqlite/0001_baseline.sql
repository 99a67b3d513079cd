-- Who may do what with a node: grants, marks and clearances, and what is computed from them.

-- What is set

-- A group of marks, and what a node and a user need of it.
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

-- A category of marks.
CREATE TABLE security_category (
  mark_category_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  mark_category_key TEXT NOT NULL
);
CREATE UNIQUE INDEX security_category_key ON security_category (tenant_id, mark_category_key);

-- A mark: it takes a node away from who is not cleared for it.
CREATE TABLE security_mark (
  security_mark_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  security_group_id BIGINT NOT NULL REFERENCES security_group (security_group_id),
  mark_category_id BIGINT NOT NULL REFERENCES security_category (mark_category_id),
  security_mark_key TEXT NOT NULL,
  mark_parent BIGINT REFERENCES security_mark (security_mark_id)
);
CREATE UNIQUE INDEX security_mark_key ON security_mark (security_group_id, security_mark_key);

-- A mark that the people of a group may see.
CREATE TABLE security_clearance (
  user_group_id BIGINT NOT NULL REFERENCES tenancy_usergroup (user_group_id),
  security_mark_id BIGINT NOT NULL REFERENCES security_mark (security_mark_id),
  PRIMARY KEY (user_group_id, security_mark_id)
);

-- A role of a group, or of a user, at a node.
CREATE TABLE security_grant (
  grant_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  user_group_id BIGINT,
  users_id BIGINT,
  role BIGINT NOT NULL CHECK (role BETWEEN 1 AND 3), -- 1 reader, 2 writer, 3 manager
  recursive BOOLEAN NOT NULL,
  CHECK ((user_group_id IS NULL) <> (users_id IS NULL))
);
CREATE UNIQUE INDEX security_grant_principal
  ON security_grant (node_id, COALESCE(user_group_id, 0), COALESCE(users_id, 0), recursive);
CREATE INDEX security_grant_user ON security_grant (tenant_id, users_id) WHERE users_id IS NOT NULL;
CREATE INDEX security_grant_group ON security_grant (tenant_id, user_group_id) WHERE user_group_id IS NOT NULL;

-- A mark at a node.
CREATE TABLE security_node_mark (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  security_mark_id BIGINT NOT NULL REFERENCES security_mark (security_mark_id),
  PRIMARY KEY (node_id, security_mark_id)
);
CREATE INDEX security_node_mark_mark ON security_node_mark (security_mark_id);

-- A repository that is switched off: nobody sees it, or what is in it.
CREATE TABLE security_closed (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id)
);

-- What is computed for nodes

-- An ACL: what is set at its node, and which ACL it is under. What it inherits is read there, and copied nowhere.
CREATE TABLE security_acl (
  acl_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  parent_acl_id BIGINT,
  stays BOOLEAN NOT NULL DEFAULT FALSE, -- it holds at its node alone, beside the one that is inherited
  marks TEXT NOT NULL -- in effect, as "5 9"
);
CREATE INDEX security_acl_tenant ON security_acl (tenant_id);
CREATE INDEX security_acl_node ON security_acl (node_id);
CREATE INDEX security_acl_parent ON security_acl (parent_acl_id);

-- The ACLs of a folder, and of a file that has one of its own.
CREATE TABLE security_node_acl (
  node_id INTEGER PRIMARY KEY,
  effective_acl_id BIGINT NOT NULL,
  inheritable_acl_id BIGINT NOT NULL -- what is in the folder inherits it
);
CREATE INDEX security_node_acl_inheritable ON security_node_acl (inheritable_acl_id);

-- A pending propagation. Below its node security_node_acl does not count: the nearest ACL above is looked for.
CREATE TABLE security_propagation (
  propagation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  root_node_id BIGINT NOT NULL
);
CREATE INDEX security_propagation_tenant ON security_propagation (tenant_id);

-- What is computed for people

-- Users with the same groups, clearances and grants. What it may do is computed when it is first asked for.
CREATE TABLE security_principal_set (
  principal_set_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  set_key TEXT NOT NULL, -- a hash of these
  epoch BIGINT NOT NULL, -- the tenant's that its roles are of
  turn BIGINT NOT NULL DEFAULT 0 -- grows with each write about the set, so that two writers notice each other
);
CREATE UNIQUE INDEX security_principal_set_key ON security_principal_set (tenant_id, set_key);

-- What a principal set may do under an ACL.
CREATE TABLE security_effective_role (
  principal_set_id BIGINT NOT NULL,
  acl_id BIGINT NOT NULL,
  role BIGINT NOT NULL CHECK (role BETWEEN 1 AND 3),
  PRIMARY KEY (principal_set_id, acl_id)
) WITHOUT ROWID;

-- A folder whose name a set may see because something in it is open to it.
CREATE TABLE security_traversable (
  principal_set_id BIGINT NOT NULL,
  node_id BIGINT NOT NULL,
  PRIMARY KEY (principal_set_id, node_id)
) WITHOUT ROWID;
CREATE INDEX security_traversable_node ON security_traversable (node_id);

-- Grows with every change that could alter what somebody may see in the tenant.
CREATE TABLE security_epoch (
  tenant_id BIGINT NOT NULL PRIMARY KEY,
  epoch BIGINT NOT NULL
);

-- What such a change touched. A set that is behind looks at this, and not at all ACLs: at an ACL, with those under it if
-- `below`; at the way up from a node; or, where both are missing, at everything. A change of what one group or user has is
-- none to all others.
CREATE TABLE security_change (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  acl_id BIGINT,
  node_id BIGINT,
  user_group_id BIGINT,
  users_id BIGINT,
  below BOOLEAN NOT NULL
);
CREATE INDEX security_change_epoch ON security_change (tenant_id, epoch);
