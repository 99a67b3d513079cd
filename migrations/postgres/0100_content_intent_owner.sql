-- Whose a rename on its way is, and until when nobody else undoes it.
ALTER TABLE content_intent ADD COLUMN owner TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE content_intent ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
