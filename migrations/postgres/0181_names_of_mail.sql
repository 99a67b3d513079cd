-- An e-mail is called so; nothing in the rows changes.
ALTER TABLE mail_letter RENAME TO mail_message;
ALTER TABLE mail_message RENAME COLUMN letter_id TO mail_id;
ALTER SEQUENCE mail_letter_letter_id_seq RENAME TO mail_message_mail_id_seq;
ALTER INDEX mail_letter_pkey RENAME TO mail_message_pkey;
ALTER INDEX mail_letter_message RENAME TO mail_message_message;
ALTER INDEX mail_letter_open RENAME TO mail_message_open;
ALTER INDEX mail_letter_ended RENAME TO mail_message_ended;
UPDATE jobs_job SET payload = replace(payload, '"letter":', '"message":') WHERE kind = 'mail_send';
