-- A content that waits to be drawn has a row too, and so has one that could not be drawn for now.
ALTER TABLE media_rendition DROP CONSTRAINT media_rendition_state_check;
ALTER TABLE media_rendition ADD CONSTRAINT media_rendition_state_check
  CHECK (state IN ('waiting', 'ready', 'failed', 'unsupported', 'undrawn'));
INSERT INTO media_rendition (content_hash, definition_version, state, placeholder, width, height, pages, taken_at,
  made_at, fault)
SELECT content_hash, 2, CASE MAX(preview) WHEN 1 THEN 'waiting' WHEN 2 THEN 'ready' ELSE 'undrawn' END,
  MAX(placeholder), MAX(width), MAX(height), MAX(pages), MAX(taken_at), MAX(modified_at), MAX(preview_fault)
FROM nodes_node n
WHERE content_hash IS NOT NULL AND preview IN (1, 2, 3)
  AND NOT EXISTS (SELECT 1 FROM media_rendition r WHERE r.content_hash = n.content_hash)
GROUP BY content_hash;
