-- Of a batch that moves entries: where each goes, and what it is called there if not as before.
ALTER TABLE content_batch_entry ADD COLUMN target_id BIGINT;
ALTER TABLE content_batch_entry ADD COLUMN target_name TEXT;
-- Where it was, and what it was called there: so that it can be taken back.
ALTER TABLE content_batch_entry ADD COLUMN from_id BIGINT;
ALTER TABLE content_batch_entry ADD COLUMN from_name TEXT;
-- Whether an entry whose name is taken there gets a number; if not, it stays where it is.
ALTER TABLE content_batch ADD COLUMN keep_both BOOLEAN NOT NULL DEFAULT FALSE;
