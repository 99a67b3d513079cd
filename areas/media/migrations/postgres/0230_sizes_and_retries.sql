-- Previews have sizes by their short edge; what took too long is tried again.
ALTER TABLE media_rendition ADD COLUMN scales BOOLEAN NOT NULL DEFAULT FALSE; -- no pixels: sharp at every size
ALTER TABLE media_rendition ADD COLUMN retry_at BIGINT; -- when a failed one is tried again by itself
