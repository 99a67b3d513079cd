-- Previews by content: copies and moves of one file share them.
CREATE TABLE media_rendition (
  content_hash TEXT NOT NULL,
  definition_version BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed', 'unsupported')),
  reason TEXT,
  placeholder TEXT,
  width BIGINT,
  height BIGINT,
  pages BIGINT,
  taken_at BIGINT,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (content_hash, definition_version)
);
