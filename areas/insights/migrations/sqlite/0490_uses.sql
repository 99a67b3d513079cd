-- How far the uses of a tenant are counted and summed up.
CREATE TABLE insights_tenant (
  tenant_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  counted_since BIGINT NOT NULL, -- a day: since 1970, in UTC
  summed_to BIGINT NOT NULL, -- the day on which its sums were made up last
  survey BIGINT NOT NULL, -- the number of the last whole survey of its files; 0: none yet
  surveyed_at BIGINT,
  leased_until BIGINT NOT NULL -- until then a process makes up the sums
);

-- How often an entry was used on a day, while it had an access. It says nothing of who used it.
CREATE TABLE insights_day (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  tenant_id BIGINT NOT NULL,
  day BIGINT NOT NULL, -- since 1970, in UTC
  acl_id BIGINT NOT NULL,
  is_month BOOLEAN NOT NULL, -- it is of the whole month that begins with the day
  views BIGINT NOT NULL,
  downloads BIGINT NOT NULL,
  shares BIGINT NOT NULL,
  PRIMARY KEY (node_id, day, acl_id)
);
CREATE INDEX insights_day_tenant ON insights_day (tenant_id, day, node_id) WHERE NOT is_month;
CREATE INDEX insights_day_month ON insights_day (tenant_id, day) WHERE is_month;

-- How often an entry was used in the last days.
CREATE TABLE insights_sum (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  repository_id BIGINT NOT NULL,
  days BIGINT NOT NULL CHECK (days IN (7, 30, 90, 365)),
  kind BIGINT NOT NULL CHECK (kind BETWEEN 0 AND 2), -- 0 viewed, 1 downloaded, 2 shared
  number BIGINT NOT NULL CHECK (number > 0),
  PRIMARY KEY (node_id, days, kind)
);
CREATE INDEX insights_sum_most ON insights_sum (repository_id, days, kind, number, node_id);

-- How often all entries with one access were used on a day.
CREATE TABLE insights_acl_day (
  repository_id BIGINT NOT NULL,
  day BIGINT NOT NULL,
  acl_id BIGINT NOT NULL,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  views BIGINT NOT NULL,
  downloads BIGINT NOT NULL,
  shares BIGINT NOT NULL,
  PRIMARY KEY (repository_id, day, acl_id)
);
CREATE INDEX insights_acl_day_tenant ON insights_acl_day (tenant_id, day);

-- How often a share link was used on a day.
CREATE TABLE insights_link_day (
  link_id BIGINT NOT NULL REFERENCES links_link (link_id) ON DELETE CASCADE,
  day BIGINT NOT NULL,
  visits BIGINT NOT NULL,
  downloads BIGINT NOT NULL,
  PRIMARY KEY (link_id, day)
);
CREATE INDEX insights_link_day_age ON insights_link_day (day);
