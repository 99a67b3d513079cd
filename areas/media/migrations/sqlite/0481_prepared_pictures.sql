-- Pictures that somebody has made in one size and format, to be downloaded together as an archive.
CREATE TABLE media_prepared (
  prepared_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  application_instance_id BIGINT NOT NULL,
  bg_action_id TEXT NOT NULL,
  name TEXT NOT NULL, -- of the archive
  node_ids TEXT NOT NULL, -- JSON: what is at its top
  look TEXT NOT NULL, -- JSON: how the pictures are made
  keeps_others BOOLEAN NOT NULL, -- files that are no pictures are in it as they are
  begun_at BIGINT NOT NULL,
  ready_at BIGINT, -- null: they are still being made
  bytes BIGINT NOT NULL -- of all that are made
);
CREATE UNIQUE INDEX media_prepared_action ON media_prepared (bg_action_id);
CREATE INDEX media_prepared_user ON media_prepared (users_id, begun_at);
CREATE INDEX media_prepared_tenant ON media_prepared (tenant_id);
CREATE INDEX media_prepared_age ON media_prepared (begun_at);

-- A content of which such a picture is made; equal files share it.
CREATE TABLE media_prepared_picture (
  prepared_id BIGINT NOT NULL REFERENCES media_prepared (prepared_id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  node_id BIGINT NOT NULL, -- a file with this content; it may be gone
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'failed')),
  bytes BIGINT NOT NULL, -- of the picture, once it is made
  PRIMARY KEY (prepared_id, content_hash)
);
CREATE INDEX media_prepared_picture_waiting ON media_prepared_picture (prepared_id, content_hash)
WHERE state = 'waiting';
