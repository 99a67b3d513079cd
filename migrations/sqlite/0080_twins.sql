-- Two entries of a folder may bear one name where the writer of the later one, the twin, cannot see the first. On disk a
-- twin carries its id; all others are there by the name that is shown, which no two of them share.
ALTER TABLE nodes_node ADD COLUMN twin BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX nodes_node_name;
CREATE UNIQUE INDEX nodes_node_name ON nodes_node (parent_id, name_key) WHERE state < 2 AND NOT twin;
