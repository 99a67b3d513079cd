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
-- As the program decides it for new files.
UPDATE nodes_node SET entry_type = CASE
  WHEN kind = 0 THEN 'repository'
  WHEN kind = 1 THEN 'folder'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.svg') THEN 'vector'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.js' OR name_key LIKE '%.ts' OR name_key LIKE '%.json' OR name_key LIKE '%.html' OR name_key LIKE '%.css' OR name_key LIKE '%.xml' OR name_key LIKE '%.py' OR name_key LIKE '%.rs' OR name_key LIKE '%.sh' OR name_key LIKE '%.yml' OR name_key LIKE '%.yaml') THEN 'code'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.xls' OR name_key LIKE '%.xlsx' OR name_key LIKE '%.ods' OR name_key LIKE '%.csv') THEN 'sheet'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.ppt' OR name_key LIKE '%.pptx' OR name_key LIKE '%.odp' OR name_key LIKE '%.key') THEN 'slides'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.doc' OR name_key LIKE '%.docx' OR name_key LIKE '%.odt' OR name_key LIKE '%.rtf') THEN 'document'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.zip' OR name_key LIKE '%.rar' OR name_key LIKE '%.7z' OR name_key LIKE '%.gz' OR name_key LIKE '%.tar') THEN 'archive'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.glb' OR name_key LIKE '%.gltf' OR name_key LIKE '%.obj' OR name_key LIKE '%.fbx' OR name_key LIKE '%.stl') THEN 'model'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.ttf' OR name_key LIKE '%.otf' OR name_key LIKE '%.woff' OR name_key LIKE '%.woff2') THEN 'font'
  WHEN (mime LIKE 'text/%' OR mime IN ('application/octet-stream', 'application/zip', 'application/json', 'application/xml'))
    AND (name_key LIKE '%.ai' OR name_key LIKE '%.eps' OR name_key LIKE '%.psd' OR name_key LIKE '%.fig' OR name_key LIKE '%.indd' OR name_key LIKE '%.sketch') THEN 'design'
  WHEN mime LIKE 'application/vnd.openxmlformats-officedocument.presentationml.presentation%' THEN 'slides'
  WHEN mime LIKE 'application/vnd.openxmlformats-officedocument.wordprocessingml.document%' THEN 'document'
  WHEN mime LIKE 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet%' THEN 'sheet'
  WHEN mime LIKE 'application/vnd.oasis.opendocument.presentation%' THEN 'slides'
  WHEN mime LIKE 'application/vnd.oasis.opendocument.spreadsheet%' THEN 'sheet'
  WHEN mime LIKE 'application/vnd.oasis.opendocument.text%' THEN 'document'
  WHEN mime LIKE 'application/vnd.ms-powerpoint%' THEN 'slides'
  WHEN mime LIKE 'application/x-7z-compressed%' THEN 'archive'
  WHEN mime LIKE 'application/vnd.ms-excel%' THEN 'sheet'
  WHEN mime LIKE 'application/postscript%' THEN 'design'
  WHEN mime LIKE 'application/vnd.rar%' THEN 'archive'
  WHEN mime LIKE 'application/msword%' THEN 'document'
  WHEN mime LIKE 'application/x-tar%' THEN 'archive'
  WHEN mime LIKE 'application/json%' THEN 'code'
  WHEN mime LIKE 'application/gzip%' THEN 'archive'
  WHEN mime LIKE 'application/pdf%' THEN 'pdf'
  WHEN mime LIKE 'application/xml%' THEN 'code'
  WHEN mime LIKE 'application/rtf%' THEN 'document'
  WHEN mime LIKE 'application/zip%' THEN 'archive'
  WHEN mime LIKE 'image/vnd.adobe%' THEN 'design'
  WHEN mime LIKE 'image/svg%' THEN 'vector'
  WHEN mime LIKE 'text/html%' THEN 'code'
  WHEN mime LIKE 'text/csv%' THEN 'sheet'
  WHEN mime LIKE 'image/%' THEN 'image'
  WHEN mime LIKE 'video/%' THEN 'video'
  WHEN mime LIKE 'audio/%' THEN 'audio'
  WHEN mime LIKE 'model/%' THEN 'model'
  WHEN mime LIKE 'text/%' THEN 'text'
  WHEN mime LIKE 'font/%' THEN 'font'
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
