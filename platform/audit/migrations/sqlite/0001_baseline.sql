-- The audit log: rows that are only ever added.

-- Something that somebody did. Its hash is made of the entry and of the hash before it in its chain.
CREATE TABLE audit_entry (
  audit_id INTEGER PRIMARY KEY AUTOINCREMENT,
  chain_id BIGINT NOT NULL,
  position BIGINT NOT NULL, -- in its chain
  at BIGINT NOT NULL,
  users_id BIGINT,
  session_id BIGINT,
  origin TEXT NOT NULL, -- an address, or the part of the program that did it
  what TEXT NOT NULL,
  object_kind TEXT NOT NULL,
  object_id BIGINT NOT NULL,
  object_title TEXT NOT NULL, -- as it was then
  marks TEXT, -- which a reader must be cleared for to see the title and the values
  before_json TEXT,
  after_json TEXT,
  hash TEXT NOT NULL
);
CREATE INDEX audit_entry_chain ON audit_entry (chain_id, audit_id);
CREATE INDEX audit_entry_user ON audit_entry (users_id, audit_id);
CREATE INDEX audit_entry_object ON audit_entry (object_kind, object_id, audit_id);
CREATE INDEX audit_entry_at ON audit_entry (at, audit_id);

-- The end of a chain. Each tenant has one, and chain 0 is the installation's.
CREATE TABLE audit_chain (
  chain_id BIGINT NOT NULL PRIMARY KEY,
  length BIGINT NOT NULL,
  hash TEXT NOT NULL
);

CREATE TRIGGER audit_entry_never_updated BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_entry_never_deleted BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_only_grows BEFORE UPDATE ON audit_chain
WHEN NEW.chain_id <> OLD.chain_id OR NEW.length <> OLD.length + 1
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_never_deleted BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
