-- How often something happened lately, counted by all processes of the installation together.

-- A count, until it is empty. With SQLite there is one process, which counts in its memory: there are no rows.
CREATE TABLE rates_count (
  subject BIGINT NOT NULL PRIMARY KEY, -- a keyed hash of what is counted, and of whom
  clear_at BIGINT NOT NULL -- when it is empty again
);
CREATE INDEX rates_count_clear ON rates_count (clear_at);
