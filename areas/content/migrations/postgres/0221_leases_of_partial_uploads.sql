-- The process that receives a partial upload, and until when nobody else does.
ALTER TABLE content_partial_upload ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE content_partial_upload ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
