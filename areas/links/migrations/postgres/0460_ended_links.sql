-- Links that have ended are found without reading the others.
CREATE INDEX links_link_expires ON links_link (expires_at);
CREATE INDEX links_link_revoked ON links_link (revoked_at) WHERE revoked_at IS NOT NULL;
