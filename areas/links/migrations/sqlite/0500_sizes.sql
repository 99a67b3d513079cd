-- What a link gives away besides files as they are, or instead of them. Links from before give what they gave.
ALTER TABLE links_link ADD COLUMN originals BOOLEAN NOT NULL DEFAULT TRUE; -- files as they are
ALTER TABLE links_link ADD COLUMN sizes TEXT NOT NULL DEFAULT 'none' CHECK (sizes IN ('none', 'presets', 'any')); -- of pictures
