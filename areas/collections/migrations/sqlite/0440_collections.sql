-- Entries that somebody gathered under a title, from any folders of a tenant.
CREATE TABLE collections_collection (
  collection_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE, -- of all its entries
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE, -- its owner
  title TEXT NOT NULL,
  folded TEXT NOT NULL, -- its title, as searches compare it
  description TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
CREATE INDEX collections_collection_owner ON collections_collection (users_id, collection_id);
CREATE INDEX collections_collection_tenant ON collections_collection (tenant_id);

-- A person or a group that a collection is shared with. It gives no right to an entry.
CREATE TABLE collections_member (
  collection_member_id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_id BIGINT NOT NULL REFERENCES collections_collection (collection_id) ON DELETE CASCADE,
  users_id BIGINT REFERENCES identity_user (users_id) ON DELETE CASCADE,
  user_group_id BIGINT REFERENCES tenancy_usergroup (user_group_id) ON DELETE CASCADE,
  may_edit BOOLEAN NOT NULL, -- adds, removes and orders entries
  CHECK ((users_id IS NULL) <> (user_group_id IS NULL))
);
CREATE UNIQUE INDEX collections_member_person ON collections_member (collection_id, users_id);
CREATE UNIQUE INDEX collections_member_group ON collections_member (collection_id, user_group_id);
CREATE INDEX collections_member_of_person ON collections_member (users_id, collection_id);
CREATE INDEX collections_member_of_group ON collections_member (user_group_id, collection_id);

-- An entry of a collection.
CREATE TABLE collections_entry (
  collection_id BIGINT NOT NULL REFERENCES collections_collection (collection_id) ON DELETE CASCADE,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  place BIGINT NOT NULL, -- lower ones come first; there is room between two
  PRIMARY KEY (collection_id, node_id)
);
CREATE INDEX collections_entry_order ON collections_entry (collection_id, place, node_id);
CREATE INDEX collections_entry_node ON collections_entry (node_id, collection_id);
