-- Of a replacement: whose bytes the file gets, and as whose bytes those that it had are kept. 0 for all other intents.
ALTER TABLE content_intent ADD COLUMN taken_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_intent ADD COLUMN kept_id BIGINT NOT NULL DEFAULT 0;
