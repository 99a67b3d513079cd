-- Previews.

-- What was drawn of a content, or why nothing was. Copies of one file share it. A later `definition_version` draws anew.
CREATE TABLE media_rendition (
  content_hash TEXT NOT NULL,
  definition_version BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed', 'unsupported')),
  fault TEXT, -- why there is no picture, in a word of the API
  reason TEXT, -- the same for the log, in the words of what failed
  placeholder TEXT, -- a few bytes that a page shows until it has the picture
  width BIGINT,
  height BIGINT,
  pages BIGINT,
  taken_at BIGINT,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (content_hash, definition_version)
);
