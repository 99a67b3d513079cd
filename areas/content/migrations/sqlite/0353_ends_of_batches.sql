-- A batch is taken back once, stopped once, and tried again once.
ALTER TABLE content_batch ADD COLUMN undone_at BIGINT;
ALTER TABLE content_batch ADD COLUMN stopped_at BIGINT;
ALTER TABLE content_batch ADD COLUMN retried_at BIGINT;
-- The states of an entry also have 3: not begun, because the batch was stopped.
ALTER TABLE content_batch_entry ADD COLUMN reason TEXT; -- why it stays, as the code of a problem
ALTER TABLE content_batch_entry ADD COLUMN binned_at BIGINT; -- since when the batch has it in the bin
