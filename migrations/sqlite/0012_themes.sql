-- Themes are edited by several people, found by their folded title and key, and wear a logo of their own.
ALTER TABLE tenancy_theme ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_theme ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE tenancy_theme SET folded = fold(theme_title || ' ' || theme_key);

-- A picture that was drawn from what somebody uploaded; never what they uploaded.
CREATE TABLE tenancy_theme_logo (
  theme_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_theme (theme_id),
  hash TEXT NOT NULL,
  webp BLOB NOT NULL
);
