-- An e-mail is called so; nothing in the rows changes.
ALTER TABLE mail_letter RENAME TO mail_message;
ALTER TABLE mail_message RENAME COLUMN letter_id TO mail_id;
DROP INDEX mail_letter_message;
DROP INDEX mail_letter_open;
DROP INDEX mail_letter_ended;
CREATE UNIQUE INDEX mail_message_message ON mail_message (message_id);
CREATE INDEX mail_message_open ON mail_message (created_at) WHERE state = 'queued';
CREATE INDEX mail_message_ended ON mail_message (ended_at) WHERE ended_at IS NOT NULL;
UPDATE jobs_job SET payload = replace(payload, '"letter":', '"message":') WHERE kind = 'mail_send';
