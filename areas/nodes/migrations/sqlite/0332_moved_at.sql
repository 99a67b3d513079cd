-- When it came into its folder from another one; 0: never.
ALTER TABLE nodes_node ADD COLUMN moved_at BIGINT NOT NULL DEFAULT 0;
