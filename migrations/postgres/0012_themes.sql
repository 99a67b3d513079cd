-- Themes are edited by several people, found by their folded title and key, and wear a logo of their own.
ALTER TABLE tenancy_theme ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE tenancy_theme ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE tenancy_theme SET folded = lower(regexp_replace(normalize(theme_title || ' ' || theme_key, NFKD), '[\u0300-\u036f]', '', 'g'));

-- A picture that was drawn from what somebody uploaded; never what they uploaded.
CREATE TABLE tenancy_theme_logo (
  theme_id BIGINT NOT NULL PRIMARY KEY REFERENCES tenancy_theme (theme_id),
  hash TEXT COLLATE "C" NOT NULL,
  webp BYTEA NOT NULL
);
