-- What a picture looks like, as 64 bits; 0 where it looks like nothing, and null where nobody has looked. Those that were
-- drawn before are looked at in the small picture that is kept.
ALTER TABLE media_rendition ADD COLUMN likeness BIGINT;
-- Of two that differ in three bits or fewer, one of four equal parts is the same.
CREATE INDEX media_rendition_likeness_1 ON media_rendition ((likeness & 65535)) WHERE likeness <> 0;
CREATE INDEX media_rendition_likeness_2 ON media_rendition (((likeness >> 16) & 65535)) WHERE likeness <> 0;
CREATE INDEX media_rendition_likeness_3 ON media_rendition (((likeness >> 32) & 65535)) WHERE likeness <> 0;
CREATE INDEX media_rendition_likeness_4 ON media_rendition (((likeness >> 48) & 65535)) WHERE likeness <> 0;
