-- Of the file. What a tenant keeps of its versions is found without a look at others.
ALTER TABLE content_version ADD COLUMN tenant_id BIGINT NOT NULL DEFAULT 0;
UPDATE content_version SET tenant_id = (SELECT n.tenant_id FROM nodes_node n WHERE n.node_id = content_version.file_id);
CREATE INDEX content_version_kept ON content_version (tenant_id, file_id, number) WHERE node_id IS NOT NULL AND label = '';
