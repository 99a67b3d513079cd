-- A link that follows a collection: it shows what is in it, in its order.
CREATE TABLE links_followed (
  link_id BIGINT NOT NULL PRIMARY KEY REFERENCES links_link (link_id) ON DELETE CASCADE,
  collection_id BIGINT NOT NULL REFERENCES collections_collection (collection_id) ON DELETE CASCADE
);
CREATE INDEX links_followed_collection ON links_followed (collection_id, link_id);
