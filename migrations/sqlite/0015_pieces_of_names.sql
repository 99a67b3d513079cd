-- The search index seen by its pieces: how often one occurs tells a search where to begin.
CREATE VIRTUAL TABLE content_search_pieces USING fts5vocab (content_search, instance);
