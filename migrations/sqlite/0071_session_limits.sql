-- When the newest token of a session that has come back was made: older ones are good for a moment more.
ALTER TABLE identity_session ADD COLUMN renewed_at BIGINT NOT NULL DEFAULT 0;
