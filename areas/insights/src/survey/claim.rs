//! Which tenants are due, and who surveys them.

use db::{Db, params};
use primitives::{Seconds, TenantId};

use crate::counting::add::begin;
use crate::days::Day;

/// A process has a tenant for so long.
const LEASE: Seconds = 6 * 3600;
/// So many new tenants are noted with one write.
const AT_ONCE: i64 = 100;

#[derive(Clone, Copy, Debug)]
pub(super) struct Claimed {
    pub tenant: TenantId,
    pub summed_to: Day,
    /// The number of its last whole survey.
    pub survey: i64,
}

/// Notes tenants that are new.
pub(super) async fn know_new(db: &Db, now: Seconds) -> db::Result<()> {
    loop {
        let new = db.read(|c| {
            let sql = "SELECT t.tenant_id FROM tenancy_tenant t
                       LEFT JOIN insights_tenant i ON i.tenant_id = t.tenant_id
                       WHERE i.tenant_id IS NULL
                       ORDER BY t.tenant_id
                       LIMIT $1";
            c.rows(sql, params![AT_ONCE], |row| row.get::<TenantId>(0))
        });
        let new = new.await?;
        if new.is_empty() {
            return Ok(());
        }
        db.write(move |tx| new.into_iter().try_for_each(|tenant| begin(tx, tenant, Day::of(now)))).await?;
    }
}

/// The next tenant that was not surveyed today and that no other process has.
pub(super) async fn next(db: &Db, now: Seconds) -> db::Result<Option<Claimed>> {
    let today = Day::of(now);
    let due = db.read(move |c| {
        let sql = "SELECT tenant_id FROM insights_tenant
                   WHERE summed_to < $1 AND leased_until < $2
                   ORDER BY summed_to, tenant_id
                   LIMIT 1";
        c.find(sql, params![today.0, now], |row| row.get::<TenantId>(0))
    });
    let Some(tenant) = due.await? else { return Ok(None) };
    let claimed = db.write(move |tx| {
        let sql = "UPDATE insights_tenant SET leased_until = $3
                   WHERE tenant_id = $4 AND summed_to < $1 AND leased_until < $2
                   RETURNING summed_to, survey";
        tx.find(sql, params![today.0, now, now + LEASE, tenant], |row| {
            Ok(Claimed { tenant, summed_to: Day(row.get(0)?), survey: row.get(1)? })
        })
    });
    claimed.await
}

/// The survey is whole, and is shown from now on.
pub(super) async fn end(db: &Db, done: Claimed, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE insights_tenant SET summed_to = $2, survey = $3, surveyed_at = $4, leased_until = 0
               WHERE tenant_id = $1";
    db.write(move |tx| tx.run(sql, params![done.tenant, done.summed_to.0, done.survey, now])).await.map(drop)
}
