-- The leading colours of a picture. Those that were drawn before get theirs from the small picture that is kept.
ALTER TABLE media_rendition ADD COLUMN colours BIGINT; -- a bit for each; null where nobody has looked for them
