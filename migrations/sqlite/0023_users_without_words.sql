-- Which users have no words yet is known at once, so that a start among many users asks nothing.
ALTER TABLE identity_user ADD COLUMN has_words BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE identity_user SET has_words = TRUE WHERE users_id IN (SELECT users_id FROM identity_word);
CREATE INDEX identity_user_without_words ON identity_user (users_id) WHERE NOT has_words;
