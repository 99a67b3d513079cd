-- File servers and repositories as their admins look after them: what the specification says of them, found by their
-- folded labels and titles, and changed under a version that two people can tell apart.
ALTER TABLE content_file_server ADD COLUMN queue_id BIGINT;
ALTER TABLE content_file_server ADD COLUMN cdn_domain TEXT COLLATE "C";
ALTER TABLE content_file_server ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE content_file_server ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE content_repository ADD COLUMN lib3d_node_id BIGINT;
ALTER TABLE content_repository ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE content_repository ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE content_file_server SET folded = lower(regexp_replace(normalize(label, NFKD), '[\u0300-\u036f]', '', 'g'));
UPDATE content_repository SET folded = lower(regexp_replace(normalize(title || ' ' || folder_name, NFKD), '[\u0300-\u036f]', '', 'g'));
CREATE INDEX content_file_server_tenant_tenant ON content_file_server_tenant (tenant_id);
