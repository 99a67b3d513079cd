//! The four movements of the ledger: reserve, capture, release, and the beginning of a month. Each locks its quota
//! until its transaction ends, so that two of them never count on the same credit.

use db::{Conn, Db, Tx, params};
use primitives::{Seconds, TenantId, UserId};

use crate::model::{Kind, NewEntry, Quota, QuotaId, ReservationId, Use, month_begins};
use crate::{Error, Ledger, Result, TimeZone, store};

/// Reserves `cost`, or refuses: without a quota nothing is admitted.
pub fn reserve(tx: &mut Tx<'_>, ledger: &Ledger, wanted: &Use<'_>, now: Seconds) -> Result<ReservationId> {
    let found = store::id_of(tx, wanted.tenant, wanted.service)?.ok_or(Error::Exceeded { available: 0 })?;
    let quota = hold(tx, &ledger.time_zone, found, now)?;
    if wanted.cost <= 0 || !quota.admits(wanted.cost) {
        return Err(Error::Exceeded { available: quota.available() });
    }
    store::set_reserved(tx, quota.id, quota.reserved + wanted.cost)?;
    Ok(store::insert_reservation(tx, quota.id, wanted, now)?)
}

/// Ends a reservation: `amount` of it is paid, the rest becomes free. For an amount of 0 nothing is paid.
pub fn capture(tx: &mut Tx<'_>, ledger: &Ledger, id: ReservationId, amount: i64, now: Seconds) -> Result<()> {
    let (quota, cost, user) = close(tx, ledger, id, "captured", now)?;
    if !(0..=cost).contains(&amount) {
        return Err(Error::NotOpen);
    }
    if amount == 0 {
        return Ok(());
    }
    let entry =
        NewEntry { kind: Kind::Usage, amount: -amount, at: now, user, reservation: Some(id), key: None, note: None };
    post(tx, &quota, &entry).map(|_| ())
}

/// Releases a reservation: its work did not happen.
pub fn release(tx: &mut Tx<'_>, ledger: &Ledger, id: ReservationId, now: Seconds) -> Result<()> {
    close(tx, ledger, id, "released", now).map(|_| ())
}

/// The quota without the reservation, and the reservation's cost and user.
fn close(
    tx: &mut Tx<'_>,
    ledger: &Ledger,
    id: ReservationId,
    state: &str,
    now: Seconds,
) -> Result<(Quota, i64, Option<UserId>)> {
    let quota = store::quota_of(tx, id)?.ok_or(Error::Missing)?;
    let quota = hold(tx, &ledger.time_zone, quota, now)?;
    let (cost, user) = store::close_reservation(tx, id, state)?.ok_or(Error::NotOpen)?;
    let reserved = quota.reserved - cost;
    store::set_reserved(tx, quota.id, reserved)?;
    Ok((Quota { reserved, ..quota }, cost, user))
}

/// Adds an entry to a locked quota.
pub(crate) fn post(tx: &mut Tx<'_>, quota: &Quota, entry: &NewEntry<'_>) -> Result<Quota> {
    let balance = quota.balance.checked_add(entry.amount).filter(|sum| sum.abs() <= MOST).ok_or(Error::TooMuch)?;
    store::insert_entry(tx, quota.id, entry, balance)?;
    store::set_balance(tx, quota.id, balance)?;
    Ok(Quota { balance, ..quota.clone() })
}

/// Sums stay within the integers that JavaScript represents exactly.
const MOST: i64 = 1 << 52;

/// The quota as of `now`, locked until the transaction ends; it includes the months that have begun meanwhile.
pub(crate) fn hold(tx: &mut Tx<'_>, default: &TimeZone, id: QuotaId, now: Seconds) -> Result<Quota> {
    let mut quota = store::hold(tx, id)?.ok_or(Error::Missing)?;
    if quota.next_reset_at > now {
        return Ok(quota);
    }
    let zone = zone_of(tx, quota.tenant, default)?;
    while quota.next_reset_at <= now {
        let at = quota.next_reset_at;
        for (kind, amount) in month_begins(quota.billing, quota.balance, quota.monthly_credit) {
            let entry = NewEntry { kind, amount, at, user: None, reservation: None, key: None, note: None };
            quota = post(tx, &quota, &entry)?;
        }
        quota.next_reset_at = zone.next_month(at);
    }
    store::set_next_reset(tx, quota.id, quota.next_reset_at)?;
    Ok(quota)
}

/// The tenant's own time zone, or the installation's.
pub(crate) fn zone_of(conn: &mut Conn<'_>, tenant: TenantId, default: &TimeZone) -> db::Result<TimeZone> {
    let own = tenancy::time_zone(conn, tenant)?.as_deref().and_then(TimeZone::parse);
    Ok(own.unwrap_or_else(|| default.clone()))
}

/// Updates every quota whose month has begun, so that ledgers are right even when they are not used. Run it from time
/// to time.
pub async fn reset_due(ledger: &Ledger) -> Result<()> {
    let now = ledger.clock.now();
    let due = ledger.db.read(move |c| due(c, now)).await?;
    for quota in due {
        let zone = ledger.time_zone.clone();
        ledger.db.write(move |tx| hold(tx, &zone, quota, now).map(|_| ())).await?;
    }
    Ok(())
}

fn due(conn: &mut Conn<'_>, now: Seconds) -> db::Result<Vec<QuotaId>> {
    let sql = "SELECT quota_id FROM billing_quota WHERE next_reset_at <= $1 ORDER BY quota_id LIMIT 10000";
    conn.rows(sql, params![now], |row| row.get(0))
}

/// As of now, for a request that reads: the beginning of a month is written only if one is due.
pub(crate) async fn current(db: &Db, zone: &TimeZone, id: QuotaId, now: Seconds) -> Result<Quota> {
    let found = db.read(move |c| store::find(c, id)).await?.ok_or(Error::Missing)?;
    if found.next_reset_at > now {
        return Ok(found);
    }
    let zone = zone.clone();
    db.write(move |tx| hold(tx, &zone, id, now)).await
}
