-- Quotas and their ledger.

-- What a tenant may use of a service.
CREATE TABLE billing_quota (
  quota_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  service TEXT NOT NULL CHECK (service IN ('synthetic_image')),
  type_of_billing TEXT NOT NULL CHECK (type_of_billing IN ('monthly_fee', 'prepaid', 'postpaid')),
  balance_limit BIGINT NOT NULL DEFAULT 0 CHECK (balance_limit <= 0), -- how far the balance may fall
  monthly_credit BIGINT NOT NULL DEFAULT 0 CHECK (monthly_credit >= 0),
  balance BIGINT NOT NULL DEFAULT 0, -- as the last entry has left it
  reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0), -- the sum of the open reservations
  next_reset_at BIGINT NOT NULL, -- when its next month begins
  version BIGINT NOT NULL DEFAULT 1 -- grows with each change, so that two people who make one notice each other
);
CREATE UNIQUE INDEX billing_quota_service ON billing_quota (tenant_id, service);

-- A part of a quota that is kept for work which has not ended.
CREATE TABLE billing_reservation (
  reservation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  quota_id BIGINT NOT NULL REFERENCES billing_quota (quota_id),
  cost BIGINT NOT NULL CHECK (cost > 0),
  purpose TEXT NOT NULL,
  users_id BIGINT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'captured', 'released')),
  created_at BIGINT NOT NULL
);
CREATE INDEX billing_reservation_open ON billing_reservation (quota_id, reservation_id) WHERE state = 'open';

-- An entry of the ledger: a credit or a use. It is never changed.
CREATE TABLE billing_entry (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  quota_id BIGINT NOT NULL REFERENCES billing_quota (quota_id),
  kind TEXT NOT NULL CHECK (kind IN ('deposit', 'usage', 'monthly_credit', 'expiry', 'invoice')),
  amount BIGINT NOT NULL,
  balance_after BIGINT NOT NULL,
  at BIGINT NOT NULL,
  users_id BIGINT,
  reservation_id BIGINT, -- of a use
  idempotency_key TEXT, -- the same request twice makes one entry
  note TEXT
);
CREATE INDEX billing_entry_quota ON billing_entry (quota_id, entry_id);
CREATE UNIQUE INDEX billing_entry_once ON billing_entry (quota_id, idempotency_key);
CREATE UNIQUE INDEX billing_entry_reservation ON billing_entry (reservation_id);

-- A quota of a tenant that is gone: its ledger stays.
CREATE TABLE billing_closed_quota (
  quota_id BIGINT NOT NULL PRIMARY KEY,
  tenant_id BIGINT NOT NULL,
  tenant_title TEXT NOT NULL,
  service TEXT NOT NULL,
  type_of_billing TEXT NOT NULL,
  closed_at BIGINT NOT NULL
);
CREATE INDEX billing_closed_quota_tenant ON billing_closed_quota (tenant_id);

-- An entry of such a quota, as it was. It is put here before it leaves its table.
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

CREATE TRIGGER billing_entry_never_updated BEFORE UPDATE ON billing_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_entry_never_deleted BEFORE DELETE ON billing_entry
WHEN NOT EXISTS (
  SELECT 1
  FROM billing_closed_entry c
  WHERE c.entry_id = OLD.entry_id AND c.quota_id = OLD.quota_id AND c.amount = OLD.amount
    AND c.balance_after = OLD.balance_after
)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_closed_entry_never_updated BEFORE UPDATE ON billing_closed_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_closed_entry_never_deleted BEFORE DELETE ON billing_closed_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
