//! Sight: what one principal set may do at every guard of a tenant, worked out once and kept until something changes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use authz::Actor;
use db::{Conn, Tx, params};
use primitives::{GuardId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::content::Content;
use crate::guards;
use crate::principal::Members;
use crate::scheme::{Scheme, clearances};
use crate::{Error, Result};

/// A principal set whose verdicts are up to date in the snapshot it was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    pub tenant: TenantId,
    pub set: PrincipalSetId,
}

impl Sight {
    /// The actor's set in `tenant`. `Stale` when its verdicts must be worked out again, which takes a write.
    pub fn current(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<Self> {
        let key = Members::of(conn, actor, tenant)?.key();
        let found = conn.find(
            "SELECT s.principal_set_id
             FROM security_principal_set s
             WHERE s.tenant_id = $1 AND s.set_key = $2
               AND s.epoch = COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = $1), 0)",
            params![tenant, &key],
            |row| row.get(0),
        )?;
        found.map(|set| Self { tenant, set }).ok_or(Error::Stale(tenant))
    }

    /// As `current`, working the verdicts out where they are out of date.
    pub fn refreshed(tx: &mut Tx<'_>, actor: &Actor, tenant: TenantId) -> Result<Self> {
        match Self::current(tx, actor, tenant) {
            Err(Error::Stale(_)) => {}
            other => return other,
        }
        tx.lock(tenant.0.wrapping_mul(2) + 1)?;
        let epoch = guards::epoch(tx, tenant)?;
        let members = Members::of(tx, actor, tenant)?;
        let set = tx.get(
            "INSERT INTO security_principal_set (tenant_id, set_key, epoch) VALUES ($1, $2, $3)
             ON CONFLICT (tenant_id, set_key) DO UPDATE SET epoch = excluded.epoch
             RETURNING principal_set_id",
            params![tenant, &members.key(), epoch],
            |row| row.get(0),
        )?;
        work_out(tx, tenant, set, &members)?;
        Ok(Self { tenant, set })
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

struct GuardRow {
    id: GuardId,
    node: NodeId,
    parent: Option<GuardId>,
    content: Content,
}

/// Writes the set's verdict on every guard of the tenant, and the nodes it may pass through.
fn work_out(tx: &mut Tx<'_>, tenant: TenantId, set: PrincipalSetId, members: &Members) -> Result<()> {
    let scheme = Scheme::load(tx, tenant)?;
    let cleared = clearances(tx, &members.groups)?;
    let guards = all_guards(tx, tenant)?;
    let verdicts: BTreeMap<GuardId, NodeRole> = guards
        .iter()
        .filter_map(|guard| Some((guard.id, members.role_in(&guard.content, &scheme, &cleared)?)))
        .collect();
    tx.run("DELETE FROM security_verdict WHERE principal_set_id = $1", params![set])?;
    tx.run("DELETE FROM security_passable WHERE principal_set_id = $1", params![set])?;
    for (guard, role) in &verdicts {
        tx.run(
            "INSERT INTO security_verdict (principal_set_id, guard_id, role) VALUES ($1, $2, $3)",
            params![set, *guard, role.code()],
        )?;
    }
    for node in passable(tx, &guards, &verdicts, |content| scheme.lets_pass(&content.marks, &cleared))? {
        tx.run("INSERT INTO security_passable (principal_set_id, node_id) VALUES ($1, $2)", params![set, node])?;
    }
    Ok(())
}

fn all_guards(conn: &mut Conn<'_>, tenant: TenantId) -> Result<Vec<GuardRow>> {
    let rows = conn.rows(
        "SELECT guard_id, node_id, parent_guard_id, grants, marks FROM security_guard WHERE tenant_id = $1",
        params![tenant],
        |row| {
            let (grants, marks) = (row.get::<String>(3)?, row.get::<String>(4)?);
            let content = Content::decode(&grants, &marks)
                .ok_or_else(|| db::Error::Broken(format!("guard content {grants:?} {marks:?}")))?;
            Ok(GuardRow { id: row.get(0)?, node: row.get(1)?, parent: row.get(2)?, content })
        },
    )?;
    Ok(rows)
}

/// The closed ancestors of what is open: from each place where access begins, upwards, until a mark is in the way.
fn passable(
    conn: &mut Conn<'_>,
    guards: &[GuardRow],
    verdicts: &BTreeMap<GuardId, NodeRole>,
    marks_pass: impl Fn(&Content) -> bool,
) -> Result<BTreeSet<NodeId>> {
    let by_id: HashMap<GuardId, &GuardRow> = guards.iter().map(|guard| (guard.id, guard)).collect();
    let begins = guards.iter().filter(|guard| {
        verdicts.contains_key(&guard.id) && guard.parent.is_some_and(|parent| !verdicts.contains_key(&parent))
    });
    let mut found = BTreeSet::new();
    for start in begins.map(|guard| guard.node).collect::<BTreeSet<_>>() {
        for above in nodes::ancestors(conn, start)?.iter().skip(1) {
            let guard = guards::truth_at(conn, above.id)?;
            let blocked = by_id.get(&guard.own).is_none_or(|guard| !marks_pass(&guard.content));
            if blocked || !found.insert(above.id) {
                break;
            }
        }
    }
    Ok(found)
}
