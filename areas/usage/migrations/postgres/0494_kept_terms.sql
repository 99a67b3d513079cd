-- Which of an entry's own terms nobody has set: a move or a copy has kept them where they would have been lost. Such terms
-- go when the entry comes to where others bind as much.
ALTER TABLE usage_term ADD COLUMN end_kept BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE usage_term ADD COLUMN asking_kept BOOLEAN NOT NULL DEFAULT FALSE;
