//! What is kept of a principal set: its row, and writing what it would be stored otherwise.
//!
//! A set is written about by whoever finds it behind, and by one at a time: each raises its `turn`, and gives up where
//! somebody else has. A large patch is written in pieces, so that other writers come in between; until its last piece
//! the set has no epoch, and is worked out from the beginning by everybody who asks.

use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Tx, Value, params};
use nodes::{in_list, pieces};
use primitives::{GuardId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::Result;
use crate::doors::in_one_snapshot;
use crate::epoch;
use crate::patch::{Effort, Patch};
use crate::principal::Members;

/// A set as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// Where nothing is stored, a number that no set has.
    pub set: PrincipalSetId,
    /// None where it is below 0: what is stored is of no one moment.
    pub epoch: i64,
    pub turn: i64,
    pub members: Members,
}

/// A set whose last question is so many epochs ago is forgotten.
const FORGOTTEN_AFTER: i64 = epoch::REMEMBERED;
/// A set that is so many epochs behind is written about even where nothing about it changed: the log is short then.
const LONG_BEHIND: i64 = 16;
/// Rows of one transaction.
const PIECE: usize = 1024;

impl Kept {
    /// The actor's set in `tenant`, and the tenant's epoch.
    pub fn find(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> db::Result<(Self, i64)> {
        let (shared, alone) = (Members::shared(actor, tenant), Members::alone(actor, tenant));
        let (key, own_key) = (shared.key(), alone.key());
        let found = conn.find(
            "SELECT s.principal_set_id, s.epoch, s.turn, s.set_key = $3,
               COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = $1), 0)
             FROM security_principal_set s
             WHERE s.tenant_id = $1
               AND s.set_key = CASE
                 WHEN EXISTS (SELECT 1 FROM security_grant d WHERE d.tenant_id = $1 AND d.users_id = $4) THEN $3
                 ELSE $2
               END",
            params![tenant, &key, &own_key, actor.user],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<bool>(3)?, row.get(4)?)),
        )?;
        if let Some((set, epoch, turn, is_alone, now)) = found {
            let members = if is_alone { alone } else { shared };
            return Ok((Self { set, epoch, turn, members }, now));
        }
        let now = epoch::current(conn, tenant)?;
        let members = Members::of(conn, actor, tenant)?;
        Ok((Self { set: PrincipalSetId(-tenant.0), epoch: -1, turn: 0, members }, now))
    }

    pub fn is_stored(&self) -> bool {
        self.set.0 > 0
    }

    /// Whether it is worth a write that nobody waits for.
    pub fn is_to_be_written(&self, patch: &Patch, now: i64) -> bool {
        !patch.is_empty() || self.epoch < 0 || now - self.epoch >= LONG_BEHIND
    }

    /// Takes the next turn, with `epoch` for what is stored then. None where somebody else has taken it.
    pub fn take_turn(&self, tx: &mut Tx<'_>, tenant: TenantId, epoch: i64) -> db::Result<Option<Self>> {
        hold_sets(tx, tenant)?;
        let turn = self.turn + 1;
        let taken = if self.is_stored() {
            tx.find(
                "UPDATE security_principal_set SET epoch = $3, turn = turn + 1
                 WHERE principal_set_id = $1 AND turn = $2
                 RETURNING principal_set_id",
                params![self.set, self.turn, epoch],
                |row| row.get(0),
            )?
        } else {
            tx.find(
                "INSERT INTO security_principal_set (tenant_id, set_key, epoch, turn) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (tenant_id, set_key) DO NOTHING
                 RETURNING principal_set_id",
                params![tenant, &self.members.key(), epoch, turn],
                |row| row.get(0),
            )?
        };
        Ok(taken.map(|set| Self { set, epoch, turn, members: self.members.clone() }))
    }
}

/// Those who write about a tenant's sets follow each other by this key (PostgreSQL). It is taken after the tree's lock or
/// without it, and its holder waits for nobody.
pub(crate) fn hold_sets(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    tx.lock(nodes::tree_lock(tenant).wrapping_add(1))
}

/// Writes what the actor's set in `tenant` would be stored otherwise. It is worked out in a read, and given up where
/// somebody else writes about the set: then they have done it.
pub(crate) async fn catch_up(db: &Db, actor: &Arc<Actor>, tenant: TenantId) -> Result<()> {
    let who = actor.clone();
    let work_out = move |conn: &mut Conn<'_>| -> Result<_> {
        let (kept, now) = Kept::find(conn, &who, tenant)?;
        if kept.epoch == now {
            return Ok(None);
        }
        let patch = Patch::to(conn, tenant, &kept, now, Effort::AsNeeded)?;
        Ok(patch.map(|patch| (kept, patch, now)))
    };
    let Some((kept, patch, now)) = db.read_long(move |conn| in_one_snapshot(conn, work_out)).await? else {
        return Ok(());
    };
    let mut rest = patch.into_pieces();
    let first = rest.pop().unwrap_or_default();
    let epoch = if rest.is_empty() { now } else { -1 };
    let begin = move |tx: &mut Tx<'_>| -> db::Result<_> {
        let Some(kept) = kept.take_turn(tx, tenant, epoch)? else { return Ok(None) };
        first.store(tx, kept.set)?;
        forget_old(tx, tenant, now)?;
        Ok(Some(kept))
    };
    let Some(mut kept) = db.write(begin).await? else { return Ok(()) };
    while let Some(piece) = rest.pop() {
        let epoch = if rest.is_empty() { now } else { -1 };
        let go_on = move |tx: &mut Tx<'_>| -> db::Result<_> {
            let Some(kept) = kept.take_turn(tx, tenant, epoch)? else { return Ok(None) };
            piece.store(tx, kept.set)?;
            Ok(Some(kept))
        };
        let Some(next) = db.write(go_on).await? else { return Ok(()) };
        kept = next;
    }
    Ok(())
}

impl Patch {
    fn into_pieces(self) -> Vec<Self> {
        let mut pieces = vec![Self::default()];
        let roles = self.roles.into_iter().map(Row::Role);
        for row in roles.chain(self.passable.into_iter().map(Row::Passable)) {
            if pieces.last().is_some_and(|piece| piece.len() >= PIECE) {
                pieces.push(Self::default());
            }
            let Some(piece) = pieces.last_mut() else { continue };
            match row {
                Row::Role((guard, role)) => drop(piece.roles.insert(guard, role)),
                Row::Passable((node, passes)) => drop(piece.passable.insert(node, passes)),
            }
        }
        pieces
    }

    /// Makes what is stored for `set` what the patch says.
    pub fn store(&self, tx: &mut Tx<'_>, set: PrincipalSetId) -> db::Result<()> {
        let guards: Vec<GuardId> = self.roles.keys().copied().collect();
        delete(tx, "security_verdict", "guard_id", set, &guards)?;
        let roles = self.roles.iter().filter_map(|(guard, role)| Some([set.0, guard.0, (*role)?.code()]));
        insert(tx, "security_verdict (principal_set_id, guard_id, role)", &roles.collect::<Vec<_>>())?;
        let of = |passes: bool| self.passable.iter().filter(move |(_, now)| **now == passes).map(|(node, _)| *node);
        delete(tx, "security_passable", "node_id", set, &of(false).collect::<Vec<_>>())?;
        let rows: Vec<_> = of(true).map(|node| [set.0, node.0]).collect();
        insert(tx, "security_passable (principal_set_id, node_id)", &rows)
    }
}

/// One difference.
enum Row {
    Role((GuardId, Option<NodeRole>)),
    Passable((NodeId, bool)),
}

fn forget_old(tx: &mut Tx<'_>, tenant: TenantId, epoch: i64) -> db::Result<()> {
    let old = tx.rows(
        "SELECT principal_set_id FROM security_principal_set WHERE tenant_id = $1 AND epoch BETWEEN 0 AND $2 LIMIT 8",
        params![tenant, epoch - FORGOTTEN_AFTER],
        |row| row.get::<PrincipalSetId>(0),
    )?;
    if old.is_empty() {
        return Ok(());
    }
    let (list, values) = in_list(1, &old);
    for table in ["security_principal_set", "security_verdict", "security_passable"] {
        tx.run(&format!("DELETE FROM {table} WHERE principal_set_id IN ({list})"), &values)?;
    }
    Ok(())
}

fn delete<T>(tx: &mut Tx<'_>, table: &str, column: &str, set: PrincipalSetId, ids: &[T]) -> db::Result<()>
where
    T: Into<Value<'static>> + Copy,
{
    for some in ids.chunks(256) {
        let (list, ids) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(set)).chain(ids).collect();
        tx.run(&format!("DELETE FROM {table} WHERE principal_set_id = $1 AND {column} IN ({list})"), &values)?;
    }
    Ok(())
}

fn insert<const COLUMNS: usize>(tx: &mut Tx<'_>, into: &str, rows: &[[i64; COLUMNS]]) -> db::Result<()> {
    for some in pieces(rows) {
        let row = |at: usize| format!("({})", db::placeholders(at * COLUMNS + 1, COLUMNS));
        let tuples: Vec<_> = (0..some.len()).map(row).collect();
        let values: Vec<_> = some.iter().flatten().map(|value| Value::from(*value)).collect();
        tx.run(&format!("INSERT INTO {into} VALUES {}", tuples.join(", ")), &values)?;
    }
    Ok(())
}
