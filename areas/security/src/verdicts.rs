//! Verdicts: what one principal set may do at every guard of a tenant, and the closed nodes it may pass through.

use std::collections::{BTreeSet, HashMap};

use db::{Conn, Tx, Value, params};
use nodes::{in_list, pieces};
use primitives::{GuardId, NodeId, NodeRole, PrincipalSetId, TenantId};

use crate::Result;
use crate::content::{decode_grants, decode_marks};
use crate::guards::{Held, broken};
use crate::marks::Marks;
use crate::principal::Members;
use crate::scheme::{Scheme, clearances};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdicts {
    /// By guard.
    roles: Vec<(GuardId, NodeRole)>,
    /// In order.
    passable: Vec<NodeId>,
}

impl Verdicts {
    pub fn of(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> Result<Self> {
        let judged = Judged::all(conn, tenant, members)?;
        let roles = judged.0.iter().filter_map(|guard| Some((guard.id, guard.role?))).collect();
        Ok(Self { roles, passable: passable(conn, &judged)?.into_iter().collect() })
    }

    pub fn role_at(&self, guard: GuardId) -> Option<NodeRole> {
        let at = self.roles.binary_search_by_key(&guard, |(id, _)| *id).ok()?;
        Some(self.roles[at].1)
    }

    pub fn may_pass(&self, node: NodeId) -> bool {
        self.passable.binary_search(&node).is_ok()
    }

    /// Makes what is stored for `set` equal to this.
    pub fn store(&self, tx: &mut Tx<'_>, set: PrincipalSetId) -> db::Result<()> {
        let sql = "SELECT guard_id, role FROM security_verdict WHERE principal_set_id = $1 ORDER BY guard_id";
        let stored = tx.rows(sql, params![set], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let gone: Vec<GuardId> = lacking(&self.roles, &stored).map(|(guard, _)| guard).collect();
        delete(tx, "security_verdict", "guard_id", set, &gone)?;
        let rows: Vec<_> = lacking(&stored, &self.roles).map(|(guard, role)| [set.0, guard.0, role.code()]).collect();
        insert(tx, "security_verdict (principal_set_id, guard_id, role)", &rows)?;

        let sql = "SELECT node_id FROM security_passable WHERE principal_set_id = $1 ORDER BY node_id";
        let stored = tx.rows(sql, params![set], |row| row.get(0))?;
        let gone: Vec<_> = lacking(&self.passable, &stored).collect();
        delete(tx, "security_passable", "node_id", set, &gone)?;
        let rows: Vec<_> = lacking(&stored, &self.passable).map(|node| [set.0, node.0]).collect();
        insert(tx, "security_passable (principal_set_id, node_id)", &rows)
    }
}

/// Those of `all` that are not in `held`; both are in order.
fn lacking<T: Copy + Ord>(held: &[T], all: &[T]) -> impl Iterator<Item = T> {
    let mut held = held.iter().peekable();
    all.iter().copied().filter(move |one| {
        while held.next_if(|other| *other < one).is_some() {}
        held.peek() != Some(&one)
    })
}

/// A guard, and what it means to one set.
struct Guard {
    id: GuardId,
    node: NodeId,
    parent: Option<GuardId>,
    /// Whether its marks are no wall to the set.
    passes: bool,
    role: Option<NodeRole>,
}

/// All guards of a tenant, by their ids.
struct Judged(Vec<Guard>);

impl Judged {
    fn all(conn: &mut Conn<'_>, tenant: TenantId, members: &Members) -> Result<Self> {
        let mut walls = Walls {
            scheme: Scheme::load(conn, tenant)?,
            cleared: clearances(conn, &members.groups)?,
            known: HashMap::new(),
        };
        let guards = conn.rows(
            "SELECT guard_id, node_id, parent_guard_id, grants, marks FROM security_guard WHERE tenant_id = $1
             ORDER BY guard_id",
            params![tenant],
            |row| {
                let passes = walls.let_pass(row.text(4)?)?;
                let given = if members.admin { Some(NodeRole::Manager) } else { role_by(row.text(3)?, members)? };
                let role = given.filter(|_| passes);
                Ok(Guard { id: row.get(0)?, node: row.get(1)?, parent: row.get(2)?, passes, role })
            },
        )?;
        Ok(Self(guards))
    }

    fn find(&self, guard: GuardId) -> Option<&Guard> {
        let at = self.0.binary_search_by_key(&guard, |guard| guard.id).ok()?;
        Some(&self.0[at])
    }

    fn is_open(&self, guard: GuardId) -> bool {
        self.find(guard).is_some_and(|guard| guard.role.is_some())
    }
}

/// What grants give the set where they are in effect: the strongest of them.
fn role_by(grants: &str, members: &Members) -> db::Result<Option<NodeRole>> {
    let mut strongest = None;
    for grant in decode_grants(grants) {
        let (principal, role) = grant.ok_or_else(|| broken(grants, ""))?;
        if members.is(principal) {
            strongest = strongest.max(Some(role));
        }
    }
    Ok(strongest)
}

/// The marks that a set meets. A tenant has many guards, and few different marks on them.
struct Walls {
    scheme: Scheme,
    cleared: Marks,
    known: HashMap<String, bool>,
}

impl Walls {
    fn let_pass(&mut self, marks: &str) -> db::Result<bool> {
        if marks.is_empty() {
            return Ok(true);
        }
        if let Some(passes) = self.known.get(marks) {
            return Ok(*passes);
        }
        let effective = decode_marks(marks).ok_or_else(|| broken("", marks))?;
        let passes = self.scheme.lets_pass(&effective, &self.cleared);
        self.known.insert(marks.to_owned(), passes);
        Ok(passes)
    }
}

/// The closed nodes above what is open: from each place where access begins, upwards, until a mark is in the way.
fn passable(conn: &mut Conn<'_>, judged: &Judged) -> Result<BTreeSet<NodeId>> {
    let begins = |guard: &&Guard| guard.role.is_some() && guard.parent.is_some_and(|parent| !judged.is_open(parent));
    let mut begins: Vec<_> = judged.0.iter().filter(begins).map(|guard| guard.node).collect();
    if begins.is_empty() {
        return Ok(BTreeSet::new());
    }
    begins.sort_unstable();
    begins.dedup();
    let paths = Paths::above(conn, &begins)?;
    let mut found = BTreeSet::new();
    for start in begins {
        // What it hands down is open, but a mark that stays behind may close the node itself, and with it the way up.
        if !paths.guard_at(start).is_some_and(|own| judged.is_open(own)) {
            continue;
        }
        let mut at = start;
        while let Some(above) = paths.parent_of(at) {
            let Some(guard) = paths.guard_at(above).and_then(|guard| judged.find(guard)).filter(|guard| guard.passes)
            else {
                break;
            };
            // What is open itself needs no passing; what was found already leads on as before.
            if guard.role.is_none() && !found.insert(above) {
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
