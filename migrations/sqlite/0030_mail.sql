-- Letters on their way: written in the transaction that causes them, sent by a job. A letter that has ended keeps its
-- envelope for a while; its words, which may contain a one-use link, are gone.
CREATE TABLE mail_letter (
  letter_id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  recipient_name TEXT,
  reply_to TEXT,
  subject TEXT NOT NULL,
  plain TEXT NOT NULL,
  html TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
  error TEXT,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  CHECK ((state = 'queued') = (ended_at IS NULL)),
  CHECK (state = 'queued' OR (plain = '' AND html = ''))
);
CREATE UNIQUE INDEX mail_letter_message ON mail_letter (message_id);
CREATE INDEX mail_letter_open ON mail_letter (created_at) WHERE state = 'queued';
CREATE INDEX mail_letter_ended ON mail_letter (ended_at) WHERE ended_at IS NOT NULL;
