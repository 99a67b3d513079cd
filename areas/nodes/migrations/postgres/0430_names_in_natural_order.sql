-- What lists order names by: numbers by their value, accents last (`primitives::sort_key`). The program fills it for the
-- names that are there, behind this step.
ALTER TABLE nodes_node ADD COLUMN sort_key TEXT COLLATE "C" NOT NULL DEFAULT '';
DROP INDEX nodes_node_by_name;
DROP INDEX nodes_node_with_acl;
-- A row that changes is entered anew into all its indexes. These are made again when all have changed.
DROP INDEX nodes_node_by_time;
DROP INDEX nodes_node_by_size;
DROP INDEX nodes_node_by_type;
DROP INDEX nodes_node_by_maker;
DROP INDEX nodes_node_content;
