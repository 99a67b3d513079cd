-- Quotas, and the ledger behind them: entries that are only ever added, and what is reserved until it is known.
ALTER TABLE tenancy_tenant ADD COLUMN time_zone TEXT;

CREATE TABLE billing_quota (
  quota_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id),
  service TEXT NOT NULL CHECK (service IN ('synthetic_image')),
  type_of_billing TEXT NOT NULL CHECK (type_of_billing IN ('monthly_fee', 'prepaid', 'postpaid')),
  balance_limit BIGINT NOT NULL DEFAULT 0 CHECK (balance_limit <= 0),
  monthly_credit BIGINT NOT NULL DEFAULT 0 CHECK (monthly_credit >= 0),
  balance BIGINT NOT NULL DEFAULT 0,
  reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  next_reset_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX billing_quota_service ON billing_quota (tenant_id, service);

CREATE TABLE billing_entry (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  quota_id BIGINT NOT NULL REFERENCES billing_quota (quota_id),
  kind TEXT NOT NULL CHECK (kind IN ('deposit', 'usage', 'monthly_credit', 'expiry', 'invoice')),
  amount BIGINT NOT NULL,
  balance_after BIGINT NOT NULL,
  at BIGINT NOT NULL,
  users_id BIGINT,
  reservation_id BIGINT,
  idempotency_key TEXT,
  note TEXT
);
CREATE INDEX billing_entry_quota ON billing_entry (quota_id, entry_id);
CREATE UNIQUE INDEX billing_entry_once ON billing_entry (quota_id, idempotency_key);
CREATE UNIQUE INDEX billing_entry_reservation ON billing_entry (reservation_id);

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

CREATE TRIGGER billing_entry_never_updated BEFORE UPDATE ON billing_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER billing_entry_never_deleted BEFORE DELETE ON billing_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
