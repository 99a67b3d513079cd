-- What entries are found by, beside their names: typed values of properties that rooms define.
CREATE TABLE nodes_property (
  property_id INTEGER PRIMARY KEY AUTOINCREMENT,
  property_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('number', 'time', 'text'))
);
CREATE TABLE nodes_value (
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id),
  property_id BIGINT NOT NULL REFERENCES nodes_property (property_id),
  tenant_id BIGINT NOT NULL,
  number_value BIGINT,
  text_value TEXT,
  PRIMARY KEY (node_id, property_id)
) WITHOUT ROWID;
CREATE INDEX nodes_value_number ON nodes_value (tenant_id, property_id, number_value, node_id)
  WHERE number_value IS NOT NULL;
CREATE INDEX nodes_value_text ON nodes_value (tenant_id, property_id, text_value, node_id) WHERE text_value IS NOT NULL;
INSERT INTO nodes_property (property_key, kind) VALUES
  ('width', 'number'), ('height', 'number'), ('pages', 'number'), ('taken_at', 'time');
INSERT INTO nodes_value (node_id, property_id, tenant_id, number_value)
SELECT n.node_id, p.property_id, n.tenant_id, n.width FROM nodes_node n JOIN nodes_property p ON p.property_key = 'width'
WHERE n.width IS NOT NULL;
INSERT INTO nodes_value (node_id, property_id, tenant_id, number_value)
SELECT n.node_id, p.property_id, n.tenant_id, n.height FROM nodes_node n JOIN nodes_property p ON p.property_key = 'height'
WHERE n.height IS NOT NULL;
INSERT INTO nodes_value (node_id, property_id, tenant_id, number_value)
SELECT n.node_id, p.property_id, n.tenant_id, n.pages FROM nodes_node n JOIN nodes_property p ON p.property_key = 'pages'
WHERE n.pages IS NOT NULL;
INSERT INTO nodes_value (node_id, property_id, tenant_id, number_value)
SELECT n.node_id, p.property_id, n.tenant_id, n.taken_at FROM nodes_node n JOIN nodes_property p ON p.property_key = 'taken_at'
WHERE n.taken_at IS NOT NULL;

-- What an entry is to people.
ALTER TABLE nodes_node ADD COLUMN entry_type TEXT NOT NULL DEFAULT 'file';
UPDATE nodes_node SET entry_type = CASE
  WHEN kind = 0 THEN 'repository'
  WHEN kind = 1 THEN 'folder'
  WHEN mime = 'application/pdf' THEN 'pdf'
  WHEN mime LIKE 'image/%' OR mime = 'application/postscript' THEN 'image'
  WHEN mime LIKE 'video/%' THEN 'video'
  WHEN mime LIKE 'audio/%' THEN 'audio'
  WHEN mime IN ('application/msword', 'application/rtf', 'application/vnd.oasis.opendocument.text',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document') THEN 'document'
  WHEN mime IN ('application/vnd.ms-excel', 'application/vnd.oasis.opendocument.spreadsheet', 'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet') THEN 'spreadsheet'
  WHEN mime IN ('application/vnd.ms-powerpoint', 'application/vnd.oasis.opendocument.presentation',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation') THEN 'presentation'
  WHEN mime LIKE 'text/%' OR mime IN ('application/json', 'application/xml') THEN 'text'
  WHEN mime IN ('application/zip', 'application/x-tar', 'application/gzip', 'application/x-7z-compressed') THEN 'archive'
  ELSE 'file'
END;

-- Media keeps what became of a content's pictures.
ALTER TABLE nodes_node DROP COLUMN preview;
ALTER TABLE nodes_node DROP COLUMN preview_fault;
ALTER TABLE nodes_node DROP COLUMN placeholder;
ALTER TABLE nodes_node DROP COLUMN width;
ALTER TABLE nodes_node DROP COLUMN height;
ALTER TABLE nodes_node DROP COLUMN pages;
ALTER TABLE nodes_node DROP COLUMN taken_at;
