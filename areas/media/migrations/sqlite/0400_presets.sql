-- A named size and format of a tenant, in which its people download pictures.
CREATE TABLE media_preset (
  preset_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  folded TEXT NOT NULL, -- the name as it is searched and compared
  width BIGINT, -- in pixels; without one side, it follows from the other
  height BIGINT,
  fit TEXT NOT NULL CHECK (fit IN ('contain', 'cover', 'pad')),
  format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
  quality BIGINT NOT NULL CHECK (quality BETWEEN 1 AND 100),
  background TEXT, -- of margins and of what is transparent
  enlarge BOOLEAN NOT NULL, -- a picture may become larger than it is
  version BIGINT NOT NULL DEFAULT 1,
  CHECK (fit = 'contain' OR (width IS NOT NULL AND height IS NOT NULL)),
  CONSTRAINT media_preset_name UNIQUE (tenant_id, folded)
);
