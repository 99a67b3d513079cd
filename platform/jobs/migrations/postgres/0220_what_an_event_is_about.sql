-- Who may hear of an event is decided by what it is about, in words of the room that publishes it; it is not sent.
ALTER TABLE jobs_event ADD COLUMN about TEXT COLLATE "C"; -- null if whoever is in the room may hear it
