-- A batch that moves entries has the target folder, and says whether an entry with a taken name gets a number. A batch
-- that takes moves back names the batch that made them.
ALTER TABLE content_batch ADD COLUMN target_id BIGINT;
ALTER TABLE content_batch ADD COLUMN keep_both BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE content_batch ADD COLUMN undoes BIGINT;
-- Of an entry that has moved: where it was, what it was called there, what it is called since, and the marks that became
-- its own, as "5 9".
ALTER TABLE content_batch_entry ADD COLUMN from_id BIGINT;
ALTER TABLE content_batch_entry ADD COLUMN from_name TEXT;
ALTER TABLE content_batch_entry ADD COLUMN given_name TEXT;
ALTER TABLE content_batch_entry ADD COLUMN kept TEXT;
