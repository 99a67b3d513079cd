-- The body is bound to its functions when it is made, so it also holds where no schema is searched: when PostgreSQL
-- gathers statistics by itself, and when a dump is restored.
CREATE OR REPLACE FUNCTION content_words(tenant BIGINT, node_id BIGINT, folded TEXT) RETURNS BIGINT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
RETURN content_pieces(tenant, folded, 1) || content_bucket(node_id);
