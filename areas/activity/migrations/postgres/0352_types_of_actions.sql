-- Acts that shared a type are told apart by their titles, which were words of their owner's language.
UPDATE activity_action
SET type = 'purge'
WHERE type = 'delete'
  AND (title LIKE '% items, for good' OR title LIKE '% itens, definitivamente'
    OR (node_id IS NULL AND items IS NULL AND title NOT LIKE '% items' AND title NOT LIKE '% itens'));
UPDATE activity_action
SET type = 'empty_bin'
WHERE type = 'purge' AND items IS NULL AND title IN ('Bin', 'Lixeira');
UPDATE activity_action
SET type = 'restore'
WHERE type = 'other' AND (title LIKE 'Restored: %' OR title LIKE 'Restaurado: %');
UPDATE activity_action
SET type = 'files_damaged'
WHERE type = 'other' AND title IN ('Damaged files', 'Arquivos danificados');
-- The number of failures was a sentence, too.
UPDATE activity_action
SET failed = CAST(substring(text FROM '^[0-9]+') AS BIGINT),
  done = items - CAST(substring(text FROM '^[0-9]+') AS BIGINT), text = ''
WHERE status = 'partial_error' AND (text LIKE '% could not be changed' OR text LIKE '% não puderam ser alterados');
