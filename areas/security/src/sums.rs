//! Sums: what a guard says is what the guard above hands down, changed by what is set on its own node.

use std::collections::{BTreeMap, BTreeSet};

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
    received: Content,
    own: Content,
    flow: Content,
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
    let set_here = locals(tx, nodes)?;
    let mut changed = BTreeMap::new();
    let mut flows = Vec::new();
    for at in defined(tx, nodes)? {
        let nothing = Local::default();
        let (own, flow) = combine(&at.received, set_here.get(&at.node).unwrap_or(&nothing), scheme);
        if flow != at.flow || !only_changed {
            flows.push(at.held.flow);
        }
        if at.held.own == at.held.flow && own != flow {
            let separate = insert(tx, tenant, at.node, at.parent, &own)?;
            hold(tx, at.node, Held { own: separate, flow: at.held.flow })?;
        } else if at.held.own != at.held.flow && own != at.own {
            changed.insert(at.held.own, own);
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
            "SELECT g.node_id, g.self_guard_id, g.flow_guard_id, flow.parent_guard_id,
               COALESCE(received.grants, ''), COALESCE(received.marks, ''), own.grants, own.marks, flow.grants, flow.marks
             FROM security_guarded g
             JOIN security_guard own ON own.guard_id = g.self_guard_id
             JOIN security_guard flow ON flow.guard_id = g.flow_guard_id
             LEFT JOIN security_guard received ON received.guard_id = flow.parent_guard_id
             WHERE g.node_id IN ({list})"
        ),
        &values,
        |row| {
            Ok(Defined {
                node: row.get(0)?,
                held: Held { own: row.get(1)?, flow: row.get(2)? },
                parent: row.get(3)?,
                received: content_from(row, 4)?,
                own: content_from(row, 6)?,
                flow: content_from(row, 8)?,
            })
        },
    )
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
