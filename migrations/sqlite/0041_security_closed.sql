-- Repositories that are switched off: nobody sees them, or what is in them.
CREATE TABLE security_closed (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id),
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id)
);
