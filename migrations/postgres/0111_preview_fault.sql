-- Why a file has no picture, in a word that the API gives on.
ALTER TABLE nodes_node ADD COLUMN preview_fault TEXT COLLATE "C";
ALTER TABLE media_rendition ADD COLUMN fault TEXT COLLATE "C";
