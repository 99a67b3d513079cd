-- E-mails: queued in the transaction that causes them, sent by a job.

-- An e-mail. One that has ended keeps its envelope for a while; its words, which may hold a one-use link, are gone.
CREATE TABLE mail_message (
  mail_id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL, -- the header of this name
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
CREATE UNIQUE INDEX mail_message_message ON mail_message (message_id);
CREATE INDEX mail_message_open ON mail_message (created_at) WHERE state = 'queued';
CREATE INDEX mail_message_ended ON mail_message (ended_at) WHERE ended_at IS NOT NULL;
