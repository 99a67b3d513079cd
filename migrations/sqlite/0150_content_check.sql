-- What is known of each file's bytes: modified_ns is when the disk says they were last written to, as of when they were
-- last read whole and right; without it they were not read yet. flaw: what they are instead of right.
CREATE TABLE content_check (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  modified_ns BIGINT,
  checked_at BIGINT NOT NULL,
  flaw TEXT CHECK (flaw IN ('missing', 'other_bytes'))
);
CREATE INDEX content_check_age ON content_check (checked_at);
CREATE INDEX content_check_flaw ON content_check (node_id) WHERE flaw IS NOT NULL;
INSERT INTO content_check (node_id, checked_at)
SELECT node_id, 0 FROM nodes_node WHERE content_hash IS NOT NULL AND state IN (1, 2);
