-- A batch that takes copies back names the act that made them.
ALTER TABLE content_batch ADD COLUMN copying_id BIGINT;
-- Of a selected entry: what its copy was called in the end; null if that is not known.
ALTER TABLE content_copy ADD COLUMN made_name TEXT;
ALTER TABLE content_copy ADD COLUMN reason TEXT; -- why it was not copied, as the code of a problem
CREATE INDEX content_copy_made ON content_copy (made_id) WHERE made_id IS NOT NULL;
