-- The ledger of a tenant that is gone stays: its quotas and entries are put here, and only then leave their tables.
CREATE TABLE billing_closed_quota (
  quota_id BIGINT NOT NULL PRIMARY KEY,
  tenant_id BIGINT NOT NULL,
  tenant_title TEXT NOT NULL,
  service TEXT NOT NULL,
  type_of_billing TEXT NOT NULL,
  closed_at BIGINT NOT NULL
);
CREATE INDEX billing_closed_quota_tenant ON billing_closed_quota (tenant_id);
CREATE TABLE billing_closed_entry (
  entry_id BIGINT NOT NULL PRIMARY KEY,
  quota_id BIGINT NOT NULL REFERENCES billing_closed_quota (quota_id),
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL,
  balance_after BIGINT NOT NULL,
  at BIGINT NOT NULL,
  users_id BIGINT,
  reservation_id BIGINT,
  idempotency_key TEXT,
  note TEXT
);
CREATE INDEX billing_closed_entry_quota ON billing_closed_entry (quota_id, entry_id);

CREATE TRIGGER billing_closed_entry_never_updated BEFORE UPDATE ON billing_closed_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_closed_entry_never_deleted BEFORE DELETE ON billing_closed_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

DROP TRIGGER billing_entry_never_deleted;
CREATE TRIGGER billing_entry_never_deleted BEFORE DELETE ON billing_entry
WHEN NOT EXISTS (
  SELECT 1
  FROM billing_closed_entry c
  WHERE c.entry_id = OLD.entry_id AND c.quota_id = OLD.quota_id AND c.amount = OLD.amount
    AND c.balance_after = OLD.balance_after
)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
