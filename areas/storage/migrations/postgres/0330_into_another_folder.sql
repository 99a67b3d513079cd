-- Of a move: the ids from the top to the folder that is moved into, as /1/2/. Empty for all other intents.
ALTER TABLE content_intent ADD COLUMN target_way TEXT COLLATE "C" NOT NULL DEFAULT '';
