-- Uploads of several files are one action of their owner, and what failed is known until they have answered.

-- An upload of several files that is not over, or of which files failed.
CREATE TABLE content_upload_group (
  bg_group_id TEXT NOT NULL PRIMARY KEY, -- its name in the API, and the group of its background action
  bg_action_id TEXT NOT NULL,
  users_id BIGINT NOT NULL,
  tenant_id BIGINT NOT NULL,
  application_instance_id BIGINT NOT NULL,
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE, -- where it was begun
  title TEXT NOT NULL, -- of the folder that was dropped, or that it goes to
  files BIGINT NOT NULL CHECK (files >= 0), -- how many belong to it
  done BIGINT NOT NULL DEFAULT 0, -- how many of them have arrived
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL, -- when something last happened to it
  ended_at BIGINT -- since when its page sends nothing more
);
CREATE INDEX content_upload_group_user ON content_upload_group (users_id, created_at);
CREATE INDEX content_upload_group_folder ON content_upload_group (folder_id);

-- A file of a group that did not arrive, until its owner sends it again or leaves it out.
CREATE TABLE content_upload_failure (
  upload_failure_id INTEGER PRIMARY KEY AUTOINCREMENT,
  bg_group_id TEXT NOT NULL REFERENCES content_upload_group (bg_group_id) ON DELETE CASCADE,
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE, -- its target
  name TEXT NOT NULL, -- as it was sent; no entry may be able to have it
  size_bytes BIGINT NOT NULL,
  reason TEXT NOT NULL,
  failed_at BIGINT NOT NULL,
  CONSTRAINT content_upload_failure_name UNIQUE (bg_group_id, folder_id, name)
);
CREATE INDEX content_upload_failure_folder ON content_upload_failure (folder_id);

ALTER TABLE content_upload ADD COLUMN bg_group_id TEXT; -- the group of several files that it belongs to
CREATE INDEX content_upload_bg_group ON content_upload (bg_group_id) WHERE bg_group_id IS NOT NULL;
