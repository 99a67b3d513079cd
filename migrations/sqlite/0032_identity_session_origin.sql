-- Where a session began and when it was last used, so that its owner can tell theirs from others'.
ALTER TABLE identity_session ADD COLUMN address TEXT;
ALTER TABLE identity_session ADD COLUMN user_agent TEXT;
ALTER TABLE identity_session ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX identity_session_end ON identity_session (expires_at);
