-- How many entries of a folder are ready and have no guard of their own, so that nobody has to count them. A folder's
-- number is the sum of its slots.
CREATE TABLE nodes_tally (
  folder_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  slot BIGINT NOT NULL,
  entries BIGINT NOT NULL,
  PRIMARY KEY (folder_id, slot)
);
INSERT INTO nodes_tally (folder_id, slot, entries)
SELECT parent_id, 0, COUNT(*) FROM nodes_node
WHERE parent_id IS NOT NULL AND state = 1 AND NOT own_guard
GROUP BY parent_id;
