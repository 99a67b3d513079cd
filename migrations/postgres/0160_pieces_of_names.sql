-- What finds a part of a name: its pieces of one, two and three letters, as numbers of a tenant's own.
CREATE FUNCTION content_pieces(tenant BIGINT, folded TEXT, shortest BIGINT) RETURNS BIGINT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT array_agg(DISTINCT hashtextextended(substr(folded, first, letters::INT), tenant))
  FROM generate_series(shortest, 3) letters
  CROSS JOIN LATERAL generate_series(1, char_length(folded) - letters::INT + 1) first
$$;

-- An entry is in a bucket with the 2,047 whose numbers are next to its own.
CREATE FUNCTION content_bucket(node_id BIGINT) RETURNS BIGINT
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT node_id >> 11 $$;

-- What an entry is found by: the pieces of its name, and its bucket.
CREATE FUNCTION content_words(tenant BIGINT, node_id BIGINT, folded TEXT) RETURNS BIGINT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT content_pieces(tenant, folded, 1) || content_bucket(node_id)
$$;

DROP INDEX content_search_folded;
ALTER TABLE content_search ADD COLUMN tenant_id BIGINT, ADD COLUMN folder_id BIGINT;
UPDATE content_search s SET tenant_id = n.tenant_id, folder_id = n.parent_id FROM nodes_node n WHERE n.node_id = s.node_id;
DELETE FROM content_search WHERE folder_id IS NULL;
ALTER TABLE content_search ALTER COLUMN tenant_id SET NOT NULL, ALTER COLUMN folder_id SET NOT NULL;

-- A search reads whatever waits to be put into the index, so little may wait.
CREATE INDEX content_search_words ON content_search USING gin (content_words(tenant_id, node_id, folded))
  WITH (gin_pending_list_limit = 256);
-- The names in a folder, side by side.
CREATE INDEX content_search_folder ON content_search (folder_id, node_id) INCLUDE (folded);

-- The buckets in which names have a piece, or had it. A row may be there twice: who adds one waits for nobody.
CREATE TABLE content_search_bucket (
  piece BIGINT NOT NULL,
  bucket BIGINT NOT NULL
);
INSERT INTO content_search_bucket (piece, bucket)
  SELECT DISTINCT p.piece, content_bucket(s.node_id)
  FROM content_search s
  CROSS JOIN LATERAL unnest(content_pieces(s.tenant_id, s.folded, 1)) p (piece);
CREATE INDEX content_search_bucket_piece ON content_search_bucket (piece, bucket);
