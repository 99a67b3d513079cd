//! Sight: a principal set whose verdicts are stored, with the epoch for which they hold.

use authz::Actor;
use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{GuardId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::principal::Members;
use crate::verdicts::Verdicts;
use crate::{Error, Result, epoch};

/// A principal set whose verdicts were up to date in the snapshot it was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    pub tenant: TenantId,
    pub set: PrincipalSetId,
    pub(crate) epoch: i64,
}

/// A set that was not asked for so many epochs is forgotten; it is worked out anew like any that is out of date.
const FORGOTTEN_AFTER: i64 = 64;

impl Sight {
    /// The actor's set in `tenant`. `Stale` when its verdicts must be worked out again, which takes a write.
    pub fn current(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<Self> {
        let (shared, own) = (Members::shared(actor, tenant).key(), Members::alone(actor, tenant).key());
        let found = conn.find(
            "SELECT s.principal_set_id, s.epoch
             FROM security_principal_set s
             WHERE s.tenant_id = $1
               AND s.set_key = CASE
                 WHEN EXISTS (SELECT 1 FROM security_grant d WHERE d.tenant_id = $1 AND d.users_id = $4) THEN $3
                 ELSE $2
               END
               AND s.epoch = COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = $1), 0)",
            params![tenant, &shared, &own, actor.user],
            |row| Ok(Self { tenant, set: row.get(0)?, epoch: row.get(1)? }),
        )?;
        found.ok_or(Error::Stale(tenant))
    }

    /// As `current`, working the verdicts out where they are out of date.
    pub fn refreshed(tx: &mut Tx<'_>, actor: &Actor, tenant: TenantId) -> Result<Self> {
        match Self::current(tx, actor, tenant) {
            Err(Error::Stale(_)) => {}
            other => return other,
        }
        tx.lock(sets_lock(tenant))?;
        // Read before everything else: what changes meanwhile makes the set out of date again, never wrongly current.
        let epoch = epoch::current(tx, tenant)?;
        let members = Members::of(tx, actor, tenant)?;
        let verdicts = Verdicts::of(tx, tenant, &members)?;
        let set = tx.get(
            "INSERT INTO security_principal_set (tenant_id, set_key, epoch) VALUES ($1, $2, $3)
             ON CONFLICT (tenant_id, set_key) DO UPDATE SET epoch = excluded.epoch
             RETURNING principal_set_id",
            params![tenant, &members.key(), epoch],
            |row| row.get(0),
        )?;
        verdicts.store(tx, set)?;
        forget_old(tx, tenant, epoch)?;
        Ok(Self { tenant, set, epoch })
    }

    pub fn role_at(self, conn: &mut Conn<'_>, guard: GuardId) -> db::Result<Option<NodeRole>> {
        conn.find(
            "SELECT role FROM security_verdict WHERE principal_set_id = $1 AND guard_id = $2",
            params![self.set, guard],
            |row| row.get(0),
        )
    }

    pub fn may_pass(self, conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
        conn.exists(
            "SELECT 1 FROM security_passable WHERE principal_set_id = $1 AND node_id = $2",
            params![self.set, node],
        )
    }
}

/// Those who store verdicts of a tenant follow each other by this key (PostgreSQL).
fn sets_lock(tenant: TenantId) -> i64 {
    nodes::tree_lock(tenant).wrapping_add(1)
}

fn forget_old(tx: &mut Tx<'_>, tenant: TenantId, epoch: i64) -> db::Result<()> {
    let old = tx.rows(
        "SELECT principal_set_id FROM security_principal_set WHERE tenant_id = $1 AND epoch < $2 LIMIT 8",
        params![tenant, epoch - FORGOTTEN_AFTER],
        |row| row.get::<PrincipalSetId>(0),
    )?;
    if old.is_empty() {
        return Ok(());
    }
    let (list, values) = in_list(1, &old);
    for table in ["security_verdict", "security_passable", "security_principal_set"] {
        tx.run(&format!("DELETE FROM {table} WHERE principal_set_id IN ({list})"), &values)?;
    }
    Ok(())
}
