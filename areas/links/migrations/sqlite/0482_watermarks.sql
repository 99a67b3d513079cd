-- A link may show its pictures only with a text over them: null if it does not, and empty if that is the tenant's name.
ALTER TABLE links_link ADD COLUMN watermark TEXT;
ALTER TABLE links_link ADD COLUMN watermark_dated BOOLEAN NOT NULL DEFAULT FALSE; -- the day of the visit is beside it
