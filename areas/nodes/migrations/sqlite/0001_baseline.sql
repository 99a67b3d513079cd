-- The tree.

-- A repository, folder or file. It knows its parent and nothing of its path.
CREATE TABLE nodes_node (
  node_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  repository_id BIGINT NOT NULL,
  parent_id BIGINT REFERENCES nodes_node (node_id),
  kind BIGINT NOT NULL CHECK (kind BETWEEN 0 AND 2), -- 0 repository, 1 folder, 2 file
  state BIGINT NOT NULL CHECK (state BETWEEN 0 AND 2), -- 0 staging (seen by nobody), 1 ready, 2 in the bin
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- folded; what order and equality of names go by
  -- Its maker does not see the entry that had the name before. On disk it carries its id; all others are there by the
  -- name that is shown, which no two of them share.
  duplicate BOOLEAN NOT NULL DEFAULT FALSE,
  has_own_acl BOOLEAN NOT NULL DEFAULT FALSE,
  locked_by BIGINT,
  size_bytes BIGINT NOT NULL DEFAULT 0,
  mime TEXT,
  content_hash TEXT, -- BLAKE3
  preview BIGINT NOT NULL DEFAULT 0 CHECK (preview BETWEEN 0 AND 4), -- 0 none, 1 waiting, 2 ready, 3 failed, 4 unsupported
  preview_fault TEXT, -- why there is no picture, in a word of the API
  placeholder TEXT, -- a few bytes that a page shows until it has the picture
  width BIGINT,
  height BIGINT,
  pages BIGINT,
  taken_at BIGINT,
  created_by BIGINT,
  created_at BIGINT NOT NULL,
  modified_at BIGINT NOT NULL,
  binned_at BIGINT,
  binned_by BIGINT
);
CREATE UNIQUE INDEX nodes_node_name ON nodes_node (parent_id, name_key) WHERE state < 2 AND NOT duplicate;
-- Not partial: it also finds whatever is in a folder, in any state. Folders are counted from it alone.
CREATE INDEX nodes_node_by_name ON nodes_node (parent_id, state, kind, name_key, node_id, has_own_acl);
CREATE INDEX nodes_node_by_time ON nodes_node (parent_id, kind, modified_at, node_id) WHERE state = 1;
CREATE INDEX nodes_node_by_size ON nodes_node (parent_id, kind, size_bytes, node_id) WHERE state = 1;
CREATE INDEX nodes_node_with_acl ON nodes_node (parent_id, kind, name_key, node_id) WHERE state = 1 AND has_own_acl;
CREATE INDEX nodes_node_binned ON nodes_node (tenant_id, binned_at, node_id) WHERE state = 2;
-- Folders that hide what is in them; mostly there are none.
CREATE INDEX nodes_node_hidden ON nodes_node (tenant_id) WHERE kind < 2 AND state <> 1;
CREATE INDEX nodes_node_staging ON nodes_node (created_at) WHERE state = 0;
CREATE INDEX nodes_node_content ON nodes_node (content_hash) WHERE content_hash IS NOT NULL;

-- A part of a folder's child count: the sum of its slots is how many entries are ready and have no ACL of their own.
CREATE TABLE nodes_tally (
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  slot BIGINT NOT NULL, -- writers take different ones, so that none waits for another
  entries BIGINT NOT NULL,
  PRIMARY KEY (folder_id, slot)
) WITHOUT ROWID;
