-- Links by which people without an account send files. What they send waits until somebody decides about it.

-- A link that asks for files: visitors send them to its folder, of which they see nothing.
CREATE TABLE links_request (
  link_id BIGINT NOT NULL PRIMARY KEY REFERENCES links_link (link_id) ON DELETE CASCADE,
  message TEXT, -- to the visitors
  file_limit BIGINT NOT NULL CHECK (file_limit > 0), -- so many it takes in all
  byte_limit BIGINT NOT NULL CHECK (byte_limit > 0), -- of all files together
  extensions TEXT NOT NULL, -- of the files that it takes, with a space between two; none: any file
  received_files BIGINT NOT NULL DEFAULT 0, -- so many have come
  received_bytes BIGINT NOT NULL DEFAULT 0
);

-- A file that a visitor sends, until it is taken in or turned down. It goes with its node.
CREATE TABLE links_received (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  link_id BIGINT REFERENCES links_link (link_id) ON DELETE SET NULL, -- null: the link is forgotten
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE, -- below which it waits
  bytes BIGINT NOT NULL, -- as its sender has announced
  sender TEXT NOT NULL, -- a name, as the visitor wrote it
  sender_email TEXT,
  begun_at BIGINT NOT NULL,
  arrived_at BIGINT -- null: it is on its way
);
CREATE INDEX links_received_folder ON links_received (folder_id, node_id);
CREATE INDEX links_received_link ON links_received (link_id);
CREATE INDEX links_received_arrived ON links_received (arrived_at) WHERE arrived_at IS NOT NULL;
