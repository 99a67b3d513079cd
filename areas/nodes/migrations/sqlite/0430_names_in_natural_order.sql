-- What lists order names by: numbers by their value, accents last (`primitives::sort_key`). The program fills it for the
-- names that are there, behind this step.
ALTER TABLE nodes_node ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
DROP INDEX nodes_node_by_name;
DROP INDEX nodes_node_with_acl;
