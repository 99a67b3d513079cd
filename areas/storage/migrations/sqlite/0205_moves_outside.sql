-- The process that puts an upload's bytes into place, and until when nobody else touches them.
ALTER TABLE content_upload ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE content_upload ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
-- The folder in which an intent takes a name, and that name's key; and the ids from the top to its node, as /1/2/.
ALTER TABLE content_intent ADD COLUMN tenant_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_intent ADD COLUMN folder_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_intent ADD COLUMN target_key TEXT NOT NULL DEFAULT '';
ALTER TABLE content_intent ADD COLUMN way TEXT NOT NULL DEFAULT '';
