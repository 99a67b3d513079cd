//! Sums: what a guard says is what the guard above hands down, changed by what is set on its own node.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::{Conn, Tx, Value};
use nodes::{in_list, pieces};
use primitives::{GuardId, NodeId, TenantId};

use crate::Result;
use crate::content::{Content, Local, combine};
use crate::guards::{Held, content_from, hold, insert, locals};
use crate::scheme::Scheme;

/// A node with a guard of its own, as it stands in the database.
struct Defined {
    node: NodeId,
    held: Held,
    parent: Option<GuardId>,
    flow: Content,
    /// Where what holds at the node itself is kept beside what it hands down.
    own: Option<Content>,
}

/// Works out what the guards at `first` say, and those below wherever something changes.
pub(crate) fn work_out(tx: &mut Tx<'_>, tenant: TenantId, first: BTreeSet<NodeId>) -> Result<()> {
    let scheme = Scheme::load(tx, tenant)?;
    let (mut level, mut only_changed) = (first, false);
    while !level.is_empty() {
        let nodes: Vec<_> = level.into_iter().collect();
        let mut flows = Vec::new();
        for some in nodes.chunks(256) {
            flows.extend(work_out_some(tx, tenant, &scheme, some, only_changed)?);
        }
        level = hanging_under(tx, &flows)?;
        only_changed = true;
    }
    Ok(())
}

/// Works out the guards at `nodes` and returns those flow guards under which others have to follow.
fn work_out_some(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    scheme: &Scheme,
    nodes: &[NodeId],
    only_changed: bool,
) -> Result<Vec<GuardId>> {
    let (set_here, defined) = (locals(tx, nodes)?, defined(tx, nodes)?);
    let handed_down = contents(tx, &defined.iter().filter_map(|at| at.parent).collect())?;
    let (no_content, nothing) = (Content::default(), Local::default());
    let mut changed = BTreeMap::new();
    let mut flows = Vec::new();
    for at in defined {
        let received = at.parent.and_then(|parent| handed_down.get(&parent)).unwrap_or(&no_content);
        let (own, flow) = combine(received, set_here.get(&at.node).unwrap_or(&nothing), scheme);
        if flow != at.flow || !only_changed {
            flows.push(at.held.flow);
        }
        match at.own {
            None if own != flow => {
                let separate = insert(tx, tenant, at.node, at.parent, &own)?;
                hold(tx, at.node, Held { own: separate, flow: at.held.flow })?;
            }
            Some(before) if own != before => {
                changed.insert(at.held.own, own);
            }
            _ => {}
        }
        if flow != at.flow {
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
            "SELECT g.node_id, g.self_guard_id, g.flow_guard_id, flow.parent_guard_id, flow.grants, flow.marks,
               own.guard_id IS NOT NULL, COALESCE(own.grants, ''), COALESCE(own.marks, '')
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
                flow: content_from(row, 4)?,
                own: row.get::<bool>(6)?.then(|| content_from(row, 7)).transpose()?,
            })
        },
    )
}

/// What the guards say.
fn contents(conn: &mut Conn<'_>, guards: &BTreeSet<GuardId>) -> db::Result<HashMap<GuardId, Content>> {
    let (list, values) = in_list(1, &guards.iter().copied().collect::<Vec<_>>());
    let sql = format!("SELECT guard_id, grants, marks FROM security_guard WHERE guard_id IN ({list})");
    let found = conn.rows(&sql, &values, |row| Ok((row.get(0)?, content_from(row, 1)?)))?;
    Ok(found.into_iter().collect())
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

fn write(tx: &mut Tx<'_>, contents: &[(GuardId, Content)]) -> db::Result<()> {
    for some in pieces(contents) {
        let texts: Vec<_> = some.iter().map(|(guard, content)| (*guard, content.encode())).collect();
        let mut values = Vec::with_capacity(some.len() * 3);
        let mut rows = Vec::with_capacity(some.len());
        for (at, (guard, (grants, marks))) in texts.iter().enumerate() {
            let first = at * 3 + 1;
            rows.push(format!("(CAST(${} AS BIGINT), ${}, ${})", first, first + 1, first + 2));
            values.extend([Value::from(*guard), Value::from(grants), Value::from(marks)]);
        }
        let sql = format!(
            "WITH written (guard_id, grants, marks) AS (VALUES {})
             UPDATE security_guard
             SET grants = written.grants, marks = written.marks
             FROM written
             WHERE security_guard.guard_id = written.guard_id",
            rows.join(", ")
        );
        tx.run(&sql, &values)?;
    }
    Ok(())
}
