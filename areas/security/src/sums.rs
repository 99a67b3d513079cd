//! Sums: the marks of a guard are those that the guard above hands down, changed by what is set on its own node. Grants are
//! summed where they are asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::{Conn, Tx, Value};
use nodes::{in_list, pieces};
use primitives::{GuardId, NodeId, TenantId};

use crate::Result;
use crate::content::{Local, combine, encode_marks};
use crate::guards::{Held, NewGuard, hold, insert, locals, marks_from};
use crate::marks::Marks;
use crate::scheme::Scheme;

/// A node with a guard of its own, as it stands in the database.
struct Defined {
    node: NodeId,
    held: Held,
    parent: Option<GuardId>,
    flow: Marks,
    /// Where what holds at the node itself is kept beside what it hands down.
    own: Option<Marks>,
}

/// Works out the marks of the guards at `first`, and those below wherever something changes. Returns guards that came to
/// be: where something stays on a node from now on.
pub(crate) fn work_out(tx: &mut Tx<'_>, tenant: TenantId, first: BTreeSet<NodeId>) -> Result<Vec<GuardId>> {
    let scheme = Scheme::load(tx, tenant)?;
    let mut level = first;
    let mut made = Vec::new();
    while !level.is_empty() {
        let nodes: Vec<_> = level.into_iter().collect();
        let mut flows = Vec::new();
        for some in nodes.chunks(256) {
            flows.extend(work_out_some(tx, tenant, &scheme, some, &mut made)?);
        }
        level = hanging_under(tx, &flows)?;
    }
    Ok(made)
}

/// Works out the guards at `nodes` and returns those flow guards under which others have to follow.
fn work_out_some(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    scheme: &Scheme,
    nodes: &[NodeId],
    made: &mut Vec<GuardId>,
) -> Result<Vec<GuardId>> {
    let (set_here, defined) = (locals(tx, nodes)?, defined(tx, nodes)?);
    let handed_down = marks_of(tx, &defined.iter().filter_map(|at| at.parent).collect())?;
    let (no_marks, nothing) = (Marks::new(), Local::default());
    let mut changed = BTreeMap::new();
    let mut flows = Vec::new();
    for at in defined {
        let received = at.parent.and_then(|parent| handed_down.get(&parent)).unwrap_or(&no_marks);
        let local = set_here.get(&at.node).unwrap_or(&nothing);
        let (own, flow) = combine(received, &local.marks, scheme);
        match at.own {
            None if own != flow || local.has_grants_that_stay() => {
                let new = NewGuard { node: at.node, parent: at.parent, stays: true, marks: &own };
                let separate = insert(tx, tenant, &new)?;
                hold(tx, at.node, Held { own: separate, flow: at.held.flow })?;
                made.push(separate);
            }
            Some(before) if own != before => {
                changed.insert(at.held.own, own);
            }
            _ => {}
        }
        if flow != at.flow {
            flows.push(at.held.flow);
            changed.insert(at.held.flow, flow);
        }
    }
    write(tx, &changed.into_iter().collect::<Vec<_>>())?;
    Ok(flows)
}

fn defined(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Vec<Defined>> {
    let (list, values) = in_list(1, nodes);
    conn.rows(
        &format!(
            "SELECT g.node_id, g.self_guard_id, g.flow_guard_id, flow.parent_guard_id, flow.marks,
               own.guard_id IS NOT NULL, COALESCE(own.marks, '')
             FROM security_guarded g
             JOIN security_guard flow ON flow.guard_id = g.flow_guard_id
             LEFT JOIN security_guard own ON own.guard_id = g.self_guard_id AND g.self_guard_id <> g.flow_guard_id
             WHERE g.node_id IN ({list})"
        ),
        &values,
        |row| {
            Ok(Defined {
                node: row.get(0)?,
                held: Held { own: row.get(1)?, flow: row.get(2)? },
                parent: row.get(3)?,
                flow: marks_from(row, 4)?,
                own: row.get::<bool>(5)?.then(|| marks_from(row, 6)).transpose()?,
            })
        },
    )
}

/// The marks that guards hand down.
pub(crate) fn marks_of(conn: &mut Conn<'_>, guards: &BTreeSet<GuardId>) -> db::Result<HashMap<GuardId, Marks>> {
    let mut found = HashMap::new();
    for some in guards.iter().copied().collect::<Vec<_>>().chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT guard_id, marks FROM security_guard WHERE guard_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, marks_from(row, 1)?)))?);
    }
    Ok(found)
}

fn hanging_under(conn: &mut Conn<'_>, guards: &[GuardId]) -> db::Result<BTreeSet<NodeId>> {
    let mut found = BTreeSet::new();
    for some in guards.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id FROM security_guard WHERE parent_guard_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}

fn write(tx: &mut Tx<'_>, contents: &[(GuardId, Marks)]) -> db::Result<()> {
    for some in pieces(contents) {
        let texts: Vec<_> = some.iter().map(|(guard, marks)| (*guard, encode_marks(marks))).collect();
        let mut values = Vec::with_capacity(some.len() * 2);
        let mut rows = Vec::with_capacity(some.len());
        for (at, (guard, marks)) in texts.iter().enumerate() {
            let first = at * 2 + 1;
            rows.push(format!("(CAST(${} AS BIGINT), ${})", first, first + 1));
            values.extend([Value::from(*guard), Value::from(marks)]);
        }
        let sql = format!(
            "WITH written (guard_id, marks) AS (VALUES {})
             UPDATE security_guard
             SET marks = written.marks
             FROM written
             WHERE security_guard.guard_id = written.guard_id",
            rows.join(", ")
        );
        tx.run(&sql, &values)?;
    }
    Ok(())
}
