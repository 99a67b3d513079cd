-- An upload that nobody can continue: no sender has its ticket. It ends with the process that receives it.
ALTER TABLE content_upload ADD COLUMN one_call BOOLEAN NOT NULL DEFAULT FALSE;
