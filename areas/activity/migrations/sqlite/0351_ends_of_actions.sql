-- What became of the entries of an action that has ended: with how many it is done, and with how many it could not be.
-- Null if it is about one.
ALTER TABLE activity_action ADD COLUMN done BIGINT;
ALTER TABLE activity_action ADD COLUMN failed BIGINT;
-- Until when its owner may take it back, and when it was taken back.
ALTER TABLE activity_action ADD COLUMN undo_until BIGINT;
ALTER TABLE activity_action ADD COLUMN undone_at BIGINT;
-- Until when its owner may try again what failed; 0 once it was tried.
ALTER TABLE activity_action ADD COLUMN retry_until BIGINT;
ALTER TABLE activity_action ADD COLUMN undoes TEXT; -- the `bg_action_id` of what it takes back
