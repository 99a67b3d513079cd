-- A batch that moves entries may give a file that has the name of one its content, as a new version of it.
ALTER TABLE content_batch ADD COLUMN replaces BOOLEAN NOT NULL DEFAULT FALSE;

-- Of an entry whose content was moved, or copied, onto a file: that file, the node that keeps what the file had, and the
-- number of the version that it made.
ALTER TABLE content_batch_entry ADD COLUMN onto_id BIGINT;
ALTER TABLE content_batch_entry ADD COLUMN kept_id BIGINT;
ALTER TABLE content_batch_entry ADD COLUMN made_version BIGINT;
CREATE INDEX content_batch_entry_onto ON content_batch_entry (batch_id, onto_id) WHERE onto_id IS NOT NULL;
ALTER TABLE content_copy ADD COLUMN onto_id BIGINT;
ALTER TABLE content_copy ADD COLUMN kept_id BIGINT;
ALTER TABLE content_copy ADD COLUMN made_version BIGINT;
CREATE INDEX content_copy_onto ON content_copy (copying_id, onto_id) WHERE onto_id IS NOT NULL;
