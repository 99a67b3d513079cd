//! Verdicts: what one principal set may do at every guard of a tenant, and the closed nodes it may pass through.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::{Conn, Tx, Value, params};
use nodes::{in_list, pieces};
use primitives::{GuardId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::Result;
use crate::content::Content;
use crate::guards::{Held, content_from};
use crate::principal::Members;
use crate::scheme::{Scheme, clearances};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdicts {
    pub roles: BTreeMap<GuardId, NodeRole>,
    pub passable: BTreeSet<NodeId>,
}

struct GuardRow {
    id: GuardId,
    node: NodeId,
    parent: Option<GuardId>,
    content: Content,
}

impl Verdicts {
    pub fn of(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> Result<Self> {
        let scheme = Scheme::load(conn, tenant)?;
        let cleared = clearances(conn, &members.groups)?;
        let guards: HashMap<GuardId, GuardRow> = conn
            .rows(
                "SELECT guard_id, node_id, parent_guard_id, grants, marks FROM security_guard WHERE tenant_id = $1",
                params![tenant],
                |row| {
                    let id = row.get(0)?;
                    Ok((id, GuardRow { id, node: row.get(1)?, parent: row.get(2)?, content: content_from(row, 3)? }))
                },
            )?
            .into_iter()
            .collect();
        let role = |guard: &GuardRow| Some((guard.id, members.role_in(&guard.content, &scheme, &cleared)?));
        let roles = guards.values().filter_map(role).collect();
        let marks_pass =
            |guard: GuardId| guards.get(&guard).is_some_and(|guard| scheme.lets_pass(&guard.content.marks, &cleared));
        let passable = passable(conn, &guards, &roles, marks_pass)?;
        Ok(Self { roles, passable })
    }

    /// Makes what is stored for `set` equal to this.
    pub fn store(&self, tx: &mut Tx<'_>, set: PrincipalSetId) -> db::Result<()> {
        let sql = "SELECT guard_id, role FROM security_verdict WHERE principal_set_id = $1";
        let stored: BTreeMap<GuardId, NodeRole> =
            tx.rows(sql, params![set], |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect();
        let gone: Vec<_> = stored.iter().filter(|held| self.roles.get(held.0) != Some(held.1)).map(|h| *h.0).collect();
        let new: Vec<_> = self.roles.iter().filter(|held| stored.get(held.0) != Some(held.1)).collect();
        delete(tx, "security_verdict", "guard_id", set, &gone)?;
        let rows: Vec<_> = new.into_iter().map(|(guard, role)| [set.0, guard.0, role.code()]).collect();
        insert(tx, "security_verdict (principal_set_id, guard_id, role)", &rows)?;

        let sql = "SELECT node_id FROM security_passable WHERE principal_set_id = $1";
        let stored: BTreeSet<NodeId> = tx.rows(sql, params![set], |row| row.get(0))?.into_iter().collect();
        let gone: Vec<_> = stored.difference(&self.passable).copied().collect();
        let rows: Vec<_> = self.passable.difference(&stored).map(|node| [set.0, node.0]).collect();
        delete(tx, "security_passable", "node_id", set, &gone)?;
        insert(tx, "security_passable (principal_set_id, node_id)", &rows)
    }
}

/// The closed nodes above what is open: from each place where access begins, upwards, until a mark is in the way.
fn passable(
    conn: &mut Conn<'_>,
    guards: &HashMap<GuardId, GuardRow>,
    roles: &BTreeMap<GuardId, NodeRole>,
    marks_pass: impl Fn(GuardId) -> bool,
) -> Result<BTreeSet<NodeId>> {
    let begins: BTreeSet<NodeId> = guards
        .values()
        .filter(|guard| roles.contains_key(&guard.id))
        .filter(|guard| guard.parent.is_some_and(|parent| !roles.contains_key(&parent)))
        .map(|guard| guard.node)
        .collect();
    if begins.is_empty() {
        return Ok(BTreeSet::new());
    }
    let begins: Vec<_> = begins.into_iter().collect();
    let paths = Paths::above(conn, &begins)?;
    let mut found = BTreeSet::new();
    for start in begins {
        // What it hands down is open, but a mark that stays behind may close the node itself, and with it the way up.
        if !paths.guard_at(start).is_some_and(|own| roles.contains_key(&own)) {
            continue;
        }
        let mut at = start;
        while let Some(above) = paths.parent_of(at) {
            let guard = paths.guard_at(above);
            if !guard.is_some_and(&marks_pass) {
                break;
            }
            // What is open itself needs no passing; what was found already leads on as before.
            if !guard.is_some_and(|guard| roles.contains_key(&guard)) && !found.insert(above) {
                break;
            }
            at = above;
        }
    }
    Ok(found)
}

/// Nodes, all above them, and the guards that hold there.
struct Paths {
    steps: HashMap<NodeId, nodes::Step>,
    held: HashMap<NodeId, Held>,
}

impl Paths {
    fn above(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Self> {
        let steps = nodes::above(conn, nodes)?;
        let own: Vec<_> = steps.iter().filter(|(_, step)| step.own_guard).map(|(node, _)| *node).collect();
        let mut held = HashMap::new();
        for some in own.chunks(256) {
            let (list, values) = in_list(1, some);
            let sql =
                format!("SELECT node_id, self_guard_id, flow_guard_id FROM security_guarded WHERE node_id IN ({list})");
            held.extend(conn.rows(&sql, &values, |row| {
                Ok((row.get::<NodeId>(0)?, Held { own: row.get(1)?, flow: row.get(2)? }))
            })?);
        }
        Ok(Self { steps, held })
    }

    fn parent_of(&self, node: NodeId) -> Option<NodeId> {
        self.steps.get(&node)?.parent
    }

    fn guard_at(&self, node: NodeId) -> Option<GuardId> {
        if let Some(held) = self.held.get(&node) {
            return Some(held.own);
        }
        let mut above = std::iter::successors(self.parent_of(node), |node| self.parent_of(*node));
        above.find_map(|node| self.held.get(&node)).map(|held| held.flow)
    }
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
