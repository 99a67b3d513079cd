-- An entry that moves into another repository of its tenant, with everything below it. It is where it was until all of
-- its bytes are in the other one; then its rows change, and what it has left is deleted later.
CREATE TABLE storage_crossing (
  crossing_id INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id BIGINT NOT NULL,
  tenant_id BIGINT NOT NULL,
  asked_by TEXT NOT NULL, -- the background action of which it is a part
  state TEXT NOT NULL CHECK (state IN ('copying', 'left', 'dropped')),
  source_id BIGINT NOT NULL, -- the repository that it leaves
  target_id BIGINT NOT NULL, -- the repository that it enters
  at_id BIGINT NOT NULL, -- the one in which the bytes of its files lie that have rows: the target, and then the source
  source_moves BIGINT NOT NULL, -- how often the bytes of the repositories had moved when it began
  target_moves BIGINT NOT NULL,
  bytes BIGINT NOT NULL, -- how many there were at its beginning
  copied BIGINT NOT NULL DEFAULT 0, -- how many were copied by now
  tries BIGINT NOT NULL DEFAULT 0, -- how often something kept it from coming to its end
  ready_at BIGINT, -- since then it waits for uploads to end
  begun_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX storage_crossing_copying ON storage_crossing (node_id) WHERE state = 'copying';
CREATE INDEX storage_crossing_asked_by ON storage_crossing (asked_by);

-- A file whose bytes lie in that repository, too, or a folder of the bin that was made there.
CREATE TABLE storage_crossing_file (
  crossing_id BIGINT NOT NULL REFERENCES storage_crossing (crossing_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL,
  content_hash TEXT NOT NULL, -- empty: it is not known which bytes it has; / of a folder
  size_bytes BIGINT NOT NULL,
  place TEXT, -- its path in a tree; null while it has none
  is_sure BOOLEAN NOT NULL, -- if not, a crash may have left it in staging
  is_going BOOLEAN NOT NULL DEFAULT FALSE, -- it is being deleted there
  PRIMARY KEY (crossing_id, node_id)
);
CREATE INDEX storage_crossing_file_node ON storage_crossing_file (node_id);
