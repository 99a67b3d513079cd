//! The rows of quotas, entries and reservations.

use db::{Conn, Engine, Row, Tx, params};
use primitives::{Seconds, TenantId, UserId};

use crate::model::Use;
use crate::model::{Billing, NewEntry, Quota, QuotaId, ReservationId, Service};

const COLUMNS: &str = "quota_id, tenant_id, service, type_of_billing, balance_limit, monthly_credit, balance, reserved, \
    next_reset_at, version";

fn quota(row: &Row<'_>) -> db::Result<Quota> {
    Ok(Quota {
        id: row.get(0)?,
        tenant: row.get(1)?,
        service: row.get(2)?,
        billing: row.get(3)?,
        balance_limit: row.get(4)?,
        monthly_credit: row.get(5)?,
        balance: row.get(6)?,
        reserved: row.get(7)?,
        next_reset_at: row.get(8)?,
        version: row.get(9)?,
    })
}

pub(crate) fn find(conn: &mut Conn<'_>, id: QuotaId) -> db::Result<Option<Quota>> {
    let sql = format!("SELECT {COLUMNS} FROM billing_quota WHERE quota_id = $1");
    conn.find(&sql, params![id], quota)
}

/// The quota, locked until the transaction ends.
pub(crate) fn hold(tx: &mut Tx<'_>, id: QuotaId) -> db::Result<Option<Quota>> {
    let lock = if tx.engine() == Engine::Postgres { "FOR UPDATE" } else { "" };
    let sql = format!("SELECT {COLUMNS} FROM billing_quota WHERE quota_id = $1 {lock}");
    tx.find(&sql, params![id], quota)
}

pub(crate) fn of_tenant(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Vec<Quota>> {
    let sql = format!("SELECT {COLUMNS} FROM billing_quota WHERE tenant_id = $1 ORDER BY service LIMIT 100");
    conn.rows(&sql, params![tenant], quota)
}

pub(crate) fn id_of(conn: &mut Conn<'_>, tenant: TenantId, service: Service) -> db::Result<Option<QuotaId>> {
    let sql = "SELECT quota_id FROM billing_quota WHERE tenant_id = $1 AND service = $2";
    conn.find(sql, params![tenant, service.code()], |row| row.get(0))
}

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    service: Service,
    billing: Billing,
    next_reset_at: Seconds,
) -> db::Result<QuotaId> {
    tx.get(
        "INSERT INTO billing_quota (tenant_id, service, type_of_billing, next_reset_at)
         VALUES ($1, $2, $3, $4)
         RETURNING quota_id",
        params![tenant, service.code(), billing.code(), next_reset_at],
        |row| row.get(0),
    )
}

pub(crate) fn change(
    tx: &mut Tx<'_>,
    id: QuotaId,
    billing: Billing,
    balance_limit: i64,
    monthly_credit: i64,
) -> db::Result<()> {
    tx.run(
        "UPDATE billing_quota
         SET type_of_billing = $2, balance_limit = $3, monthly_credit = $4, version = version + 1
         WHERE quota_id = $1",
        params![id, billing.code(), balance_limit, monthly_credit],
    )
    .map(|_| ())
}

pub(crate) fn set_balance(tx: &mut Tx<'_>, id: QuotaId, balance: i64) -> db::Result<()> {
    tx.run("UPDATE billing_quota SET balance = $2 WHERE quota_id = $1", params![id, balance]).map(|_| ())
}

pub(crate) fn set_reserved(tx: &mut Tx<'_>, id: QuotaId, reserved: i64) -> db::Result<()> {
    tx.run("UPDATE billing_quota SET reserved = $2 WHERE quota_id = $1", params![id, reserved]).map(|_| ())
}

pub(crate) fn set_next_reset(tx: &mut Tx<'_>, id: QuotaId, at: Seconds) -> db::Result<()> {
    tx.run("UPDATE billing_quota SET next_reset_at = $2 WHERE quota_id = $1", params![id, at]).map(|_| ())
}

pub(crate) fn insert_entry(tx: &mut Tx<'_>, quota: QuotaId, new: &NewEntry<'_>, balance: i64) -> db::Result<()> {
    tx.run(
        "INSERT INTO billing_entry
           (quota_id, kind, amount, balance_after, at, users_id, reservation_id, idempotency_key, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![quota, new.kind.code(), new.amount, balance, new.at, new.user, new.reservation, new.key, new.note],
    )
    .map(|_| ())
}

/// Amount and note of the deposit that was made with `key`.
pub(crate) fn deposit_of_key(
    conn: &mut Conn<'_>,
    quota: QuotaId,
    key: &str,
) -> db::Result<Option<(i64, Option<String>)>> {
    let sql = "SELECT amount, note FROM billing_entry WHERE quota_id = $1 AND idempotency_key = $2";
    conn.find(sql, params![quota, key], |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(crate) fn insert_reservation(
    tx: &mut Tx<'_>,
    quota: QuotaId,
    wanted: &Use<'_>,
    now: Seconds,
) -> db::Result<ReservationId> {
    tx.get(
        "INSERT INTO billing_reservation (quota_id, cost, purpose, users_id, created_at)
         VALUES ($1, $2, $3, $4, $5)
         RETURNING reservation_id",
        params![quota, wanted.cost, wanted.purpose, wanted.user, now],
        |row| row.get(0),
    )
}

pub(crate) fn quota_of(conn: &mut Conn<'_>, id: ReservationId) -> db::Result<Option<QuotaId>> {
    let sql = "SELECT quota_id FROM billing_reservation WHERE reservation_id = $1";
    conn.find(sql, params![id], |row| row.get(0))
}

/// Its cost and user; None if it is no longer open.
pub(crate) fn close_reservation(
    tx: &mut Tx<'_>,
    id: ReservationId,
    state: &str,
) -> db::Result<Option<(i64, Option<UserId>)>> {
    tx.find(
        "UPDATE billing_reservation
         SET state = $2
         WHERE reservation_id = $1 AND state = 'open'
         RETURNING cost, users_id",
        params![id, state],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
