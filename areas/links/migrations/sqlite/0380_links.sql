-- Share links: whoever has the address sees what its maker may share, without an account.

-- A link.
CREATE TABLE links_link (
  link_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE, -- of all its entries
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE, -- its maker, as whom it acts
  application_instance_id BIGINT NOT NULL, -- its maker must still have it
  token_hash TEXT NOT NULL,
  token TEXT NOT NULL, -- encrypted; the end of its address
  label TEXT,
  made_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  password_hash TEXT,
  download_limit BIGINT CHECK (download_limit > 0),
  allowed_addresses TEXT NOT NULL, -- addresses and networks, with a space between two; none: everywhere
  may_download BOOLEAN NOT NULL,
  visits BIGINT NOT NULL,
  downloads BIGINT NOT NULL,
  last_used_at BIGINT,
  revoked_at BIGINT
);
CREATE UNIQUE INDEX links_link_token ON links_link (token_hash);
CREATE INDEX links_link_maker ON links_link (users_id, link_id);
CREATE INDEX links_link_tenant ON links_link (tenant_id);

-- An entry that a link shows.
CREATE TABLE links_entry (
  link_id BIGINT NOT NULL REFERENCES links_link (link_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  place BIGINT NOT NULL, -- among the others, from 0
  PRIMARY KEY (link_id, node_id)
);
CREATE INDEX links_entry_node ON links_entry (node_id, link_id);

-- A download that was taken from the limit of a link, so that its next range is not taken again.
CREATE TABLE links_download (
  link_id BIGINT NOT NULL REFERENCES links_link (link_id) ON DELETE CASCADE,
  visitor TEXT NOT NULL, -- a hash of the visitor's cookie
  what TEXT NOT NULL, -- the id of a file, or the hash of what is in an archive
  taken_at BIGINT NOT NULL,
  PRIMARY KEY (link_id, visitor, what)
);
CREATE INDEX links_download_age ON links_download (taken_at);
