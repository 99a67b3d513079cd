-- Which one, two and three letters the names in a folder have, or had: who sees into some folders asks for these first.
CREATE TABLE content_search_folder (
  folder_id INTEGER NOT NULL,
  piece TEXT NOT NULL,
  PRIMARY KEY (folder_id, piece)
) WITHOUT ROWID;
INSERT OR IGNORE INTO content_search_folder (folder_id, piece)
  SELECT n.parent_id, p.value
  FROM nodes_node n
  CROSS JOIN json_each('["' || replace(pieces(n.tenant_id, fold(n.name)), ' ', '","') || '"]') p
  WHERE n.parent_id IS NOT NULL AND n.state > 0;
