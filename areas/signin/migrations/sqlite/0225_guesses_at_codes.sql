-- Guesses at the codes of a person are counted here, because all processes of an installation count them together.
ALTER TABLE identity_second_factor ADD COLUMN guesses_clear_at BIGINT NOT NULL DEFAULT 0; -- when their count is empty
