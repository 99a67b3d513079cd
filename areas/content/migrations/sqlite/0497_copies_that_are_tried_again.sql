-- What an act of copying was asked, so that what failed of it can be tried again, once.
ALTER TABLE content_copying ADD COLUMN keep_both BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE content_copying ADD COLUMN replaces BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE content_copying ADD COLUMN retried_at BIGINT;
-- Of an act that tries again: the first one of those that went before it.
ALTER TABLE content_copying ADD COLUMN first_id BIGINT;
CREATE INDEX content_copying_first ON content_copying (first_id) WHERE first_id IS NOT NULL;

-- Of a folder that could not be read: its copy. An act that tries again finds it there, and notes what lies in the folder.
ALTER TABLE content_copy ADD COLUMN found_id BIGINT;
