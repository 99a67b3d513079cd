-- What somebody without an account sends waits below its folder at its end; it is put there when somebody takes it in.
ALTER TABLE content_upload ADD COLUMN waits BOOLEAN NOT NULL DEFAULT FALSE;
