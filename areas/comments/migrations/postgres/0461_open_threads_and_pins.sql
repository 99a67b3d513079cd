-- The open threads of an entry are counted without reading its other comments.
CREATE INDEX comments_comment_open ON comments_comment (node_id) WHERE thread_id IS NULL AND resolved_at IS NULL;

-- The number of a pin is how many of the entry's pins were set up to it.
CREATE INDEX comments_comment_pinned ON comments_comment (node_id, comment_id) WHERE pin_x IS NOT NULL;
