-- Why a move does not go on for now, or not any more, and since when; null: it does.
ALTER TABLE storage_move ADD COLUMN waits_for TEXT
  CHECK (waits_for IN ('no_room', 'other_away', 'own_away', 'something_else'));
ALTER TABLE storage_move ADD COLUMN waits_since BIGINT;
