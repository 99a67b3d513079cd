-- Previews by content: copies and moves of one file share them.
CREATE TABLE media_rendition (
  content_hash TEXT COLLATE "C" NOT NULL,
  definition_version BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'ready', 'failed', 'unsupported')),
  reason TEXT COLLATE "C",
  placeholder TEXT COLLATE "C",
  width BIGINT,
  height BIGINT,
  pages BIGINT,
  taken_at BIGINT,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (content_hash, definition_version)
);
