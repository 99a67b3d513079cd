-- Three checks kept their names when their table was given another one.
DO $$
DECLARE
  kept record;
BEGIN
  FOR kept IN
    SELECT conname AS name
    FROM pg_constraint
    WHERE conrelid = 'mail_message'::regclass AND conname LIKE 'mail\_letter\_%'
  LOOP
    EXECUTE format('ALTER TABLE mail_message RENAME CONSTRAINT %I TO %I', kept.name, replace(kept.name, 'mail_letter', 'mail_message'));
  END LOOP;
END $$;
