//! How the changes of a principal set are written.
//!
//! A set is updated by whoever finds it outdated. A large patch is written in batches, so that other writers come in
//! between; until its last batch the set has no epoch, and every question computes its roles from the beginning.

use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Engine, Tx, Value, params};
use nodes::{batches, comma_separated, in_list};
use primitives::{NodeId, NodeRole, TenantId};

use crate::epoch;
use crate::patch::{Effort, Patch};
use crate::principal_set::{PrincipalSet, PrincipalSetId};
use crate::snapshot::in_one_snapshot;
use crate::{AclId, Result};

/// A set whose last question is this many epochs ago is deleted.
const FORGOTTEN_AFTER: i64 = epoch::REMEMBERED;
/// A set that is this many epochs behind is written even if its roles are unchanged, because the log is limited.
const LONG_BEHIND: i64 = 16;
/// Rows of one transaction.
const BATCH: usize = 1024;

/// Writes the changes of the actor's set in `tenant`. They are computed in a read, and dropped if another writer
/// updates the set meanwhile.
pub(crate) async fn catch_up(db: &Db, actor: &Arc<Actor>, tenant: TenantId) -> Result<()> {
    let who = actor.clone();
    let compute = move |conn: &mut Conn<'_>| -> Result<_> {
        let (stored_set, now) = PrincipalSet::find(conn, &who, tenant)?;
        if stored_set.epoch == now {
            return Ok(None);
        }
        let patch = Patch::to(conn, tenant, &stored_set, now, Effort::AsNeeded)?;
        Ok(patch.map(|patch| (stored_set, patch, now)))
    };
    let Some((stored_set, patch, now)) = db.read_long(move |conn| in_one_snapshot(conn, compute)).await? else {
        return Ok(());
    };
    let mut rest = patch.into_batches();
    let first = rest.pop().unwrap_or_default();
    let epoch = if rest.is_empty() { now } else { -1 };
    let begin = move |tx: &mut Tx<'_>| -> db::Result<_> {
        let Some(stored_set) = stored_set.take_turn(tx, tenant, epoch)? else { return Ok(None) };
        first.store(tx, stored_set.id)?;
        forget_old(tx, tenant, now)?;
        Ok(Some(stored_set))
    };
    let Some(mut stored_set) = db.write(begin).await? else { return Ok(()) };
    while let Some(batch) = rest.pop() {
        let epoch = if rest.is_empty() { now } else { -1 };
        let go_on = move |tx: &mut Tx<'_>| -> db::Result<_> {
            let Some(stored_set) = stored_set.take_turn(tx, tenant, epoch)? else { return Ok(None) };
            batch.store(tx, stored_set.id)?;
            Ok(Some(stored_set))
        };
        let Some(next) = db.write(go_on).await? else { return Ok(()) };
        stored_set = next;
    }
    Ok(())
}

impl Patch {
    /// Whether it is worth a background write, for a set that is stored with the changes up to `epoch`.
    pub fn is_to_be_written(&self, epoch: i64, now: i64) -> bool {
        !self.is_empty() || epoch < 0 || now - epoch >= LONG_BEHIND
    }

    fn into_batches(self) -> Vec<Self> {
        let mut batches = vec![Self::default()];
        let roles = self.roles.into_iter().map(Row::Role);
        for row in roles.chain(self.traversable.into_iter().map(Row::Traversable)) {
            if batches.last().is_some_and(|batch| batch.len() >= BATCH) {
                batches.push(Self::default());
            }
            let Some(batch) = batches.last_mut() else { continue };
            match row {
                Row::Role((acl, role)) => drop(batch.roles.insert(acl, role)),
                Row::Traversable((node, passes)) => drop(batch.traversable.insert(node, passes)),
            }
        }
        batches
    }

    /// Updates the stored roles of `set` by the patch.
    pub fn store(&self, tx: &mut Tx<'_>, set: PrincipalSetId) -> db::Result<()> {
        let acls: Vec<AclId> = self.roles.keys().copied().collect();
        delete(tx, "security_effective_role", "acl_id", set, &acls)?;
        let roles = self.roles.iter().filter_map(|(acl, role)| Some([set.0, acl.0, (*role)?.code()]));
        insert(tx, "security_effective_role (principal_set_id, acl_id, role)", &roles.collect::<Vec<_>>())?;
        let of = |passes: bool| self.traversable.iter().filter(move |(_, now)| **now == passes).map(|(node, _)| *node);
        delete(tx, "security_traversable", "node_id", set, &of(false).collect::<Vec<_>>())?;
        let rows: Vec<_> = of(true).map(|node| [set.0, node.0]).collect();
        insert(tx, "security_traversable (principal_set_id, node_id)", &rows)
    }
}

/// One changed row.
enum Row {
    Role((AclId, Option<NodeRole>)),
    Traversable((NodeId, bool)),
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
    for table in ["security_principal_set", "security_effective_role", "security_traversable"] {
        tx.run(&format!("DELETE FROM {table} WHERE principal_set_id IN ({list})"), &values)?;
    }
    Ok(())
}

fn delete<T>(tx: &mut Tx<'_>, table: &str, column: &str, set: PrincipalSetId, ids: &[T]) -> db::Result<()>
where
    T: Into<Value<'static>> + Copy + std::fmt::Display,
{
    if tx.engine() == Engine::Postgres {
        // With statistics of an empty table, PostgreSQL compares each row of the set with each parameter of a list. It
        // joins a table of ids.
        let sql = format!(
            "DELETE FROM {table} t USING unnest(string_to_array($2, ',')::BIGINT[]) gone (id)
             WHERE t.principal_set_id = $1 AND t.{column} = gone.id"
        );
        tx.run(&sql, &[Value::from(set), Value::from(&comma_separated(ids))])?;
        return Ok(());
    }
    for some in ids.chunks(256) {
        let (list, ids) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(set)).chain(ids).collect();
        tx.run(&format!("DELETE FROM {table} WHERE principal_set_id = $1 AND {column} IN ({list})"), &values)?;
    }
    Ok(())
}

fn insert<const COLUMNS: usize>(tx: &mut Tx<'_>, into: &str, rows: &[[i64; COLUMNS]]) -> db::Result<()> {
    for some in batches(rows) {
        let row = |at: usize| format!("({})", db::placeholders(at * COLUMNS + 1, COLUMNS));
        let tuples: Vec<_> = (0..some.len()).map(row).collect();
        let values: Vec<_> = some.iter().flatten().map(|value| Value::from(*value)).collect();
        tx.run(&format!("INSERT INTO {into} VALUES {}", tuples.join(", ")), &values)?;
    }
    Ok(())
}
