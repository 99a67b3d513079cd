-- The folder that entries are moved or copied from, if it is one.
ALTER TABLE activity_action ADD COLUMN from_id BIGINT;
