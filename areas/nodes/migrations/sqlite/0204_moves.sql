-- How often an entry's path has changed: two readings of a path with the same numbers are the same path.
ALTER TABLE nodes_node ADD COLUMN moves BIGINT NOT NULL DEFAULT 0;
