//! The quotas of a tenant that is deleted: settled ones are closed, and their ledger is kept; an unsettled one blocks
//! the deletion.

use db::{Conn, Tx, params};
use events::Listener;
use primitives::{Seconds, TenantId};
use room::{DeletionBlocker, DeletionTarget};
use tenancy::Deleted;

use crate::model::{Kind, NewEntry, Quota};
use crate::{Error, ledger, store};

/// Quotas with an open ledger: a debt, or credits that running work has reserved.
pub const DELETION_BLOCKER: DeletionBlocker = DeletionBlocker { word: "quotas", count: unsettled };

fn unsettled(conn: &mut Conn<'_>, whose: DeletionTarget) -> db::Result<i64> {
    match whose {
        DeletionTarget::Company(_) => Ok(0),
        DeletionTarget::Tenant(id) => {
            let sql = "SELECT COUNT(*) FROM billing_quota WHERE tenant_id = $1 AND (balance < 0 OR reserved > 0)";
            conn.get(sql, params![id], |row| row.get(0))
        }
    }
}

/// What this room does when a tenant is deleted.
pub fn listeners() -> Vec<Listener> {
    vec![Listener::to(close)]
}

/// Closes the quotas of a tenant that nothing blocks: the rest of a balance expires, and the entries move to the ledger of
/// closed quotas.
fn close(tx: &mut Tx<'_>, &Deleted { whose, at: now }: &Deleted) -> db::Result<()> {
    let DeletionTarget::Tenant(tenant) = whose else { return Ok(()) };
    for quota in store::of_tenant(tx, tenant)? {
        expire(tx, &quota, now)?;
    }
    put_away(tx, tenant, now)
}

fn expire(tx: &mut Tx<'_>, quota: &Quota, now: Seconds) -> db::Result<()> {
    if quota.balance == 0 {
        return Ok(());
    }
    let (kind, amount) = (Kind::Expiry, -quota.balance);
    let entry = NewEntry { kind, amount, at: now, user: None, reservation: None, key: None, note: None };
    match ledger::post(tx, quota, &entry) {
        Err(Error::Db(error)) => Err(error),
        // A sum that ends at 0 cannot be too large.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn put_away(tx: &mut Tx<'_>, tenant: TenantId, now: Seconds) -> db::Result<()> {
    tx.run(
        "INSERT INTO billing_closed_quota (quota_id, tenant_id, tenant_title, service, type_of_billing, closed_at)
         SELECT q.quota_id, q.tenant_id, t.tenant_title, q.service, q.type_of_billing, CAST($2 AS BIGINT)
         FROM billing_quota q
         JOIN tenancy_tenant t ON t.tenant_id = q.tenant_id
         WHERE q.tenant_id = $1",
        params![tenant, now],
    )?;
    for sql in [
        "INSERT INTO billing_closed_entry
           (entry_id, quota_id, kind, amount, balance_after, at, users_id, reservation_id, idempotency_key, note)
         SELECT e.entry_id, e.quota_id, e.kind, e.amount, e.balance_after, e.at, e.users_id, e.reservation_id,
           e.idempotency_key, e.note
         FROM billing_entry e
         JOIN billing_quota q ON q.quota_id = e.quota_id
         WHERE q.tenant_id = $1",
        "DELETE FROM billing_entry WHERE quota_id IN (SELECT quota_id FROM billing_quota WHERE tenant_id = $1)",
        "DELETE FROM billing_reservation WHERE quota_id IN (SELECT quota_id FROM billing_quota WHERE tenant_id = $1)",
        "DELETE FROM billing_quota WHERE tenant_id = $1",
    ] {
        tx.run(sql, params![tenant])?;
    }
    Ok(())
}
