-- How many entries an action is about; null if it is about one.
ALTER TABLE activity_action ADD COLUMN items BIGINT;
