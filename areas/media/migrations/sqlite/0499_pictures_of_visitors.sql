-- Pictures of an archive may be made for the visitors of a share link, in the name of its maker. Visitors have no
-- background actions: `bg_action_id` is a random key then.
ALTER TABLE media_prepared ADD COLUMN link_id BIGINT; -- null: for the person
ALTER TABLE media_prepared ADD COLUMN wish TEXT; -- a hash of all that visitors want: who wants the same shares it
CREATE INDEX media_prepared_link ON media_prepared (link_id, wish) WHERE link_id IS NOT NULL;
