//! Classification: setting the marks of a node. Who may is decided here; screens for it come with their own issue.

use std::collections::BTreeMap;

use authz::{Actor, GrantAccess, Permit};
use db::{Conn, Tx, params, placeholders};
use primitives::{GuardId, MarkId, Seconds, SecurityGroupId};

use crate::guards;
use crate::marks::{Marks, covers};
use crate::scheme::{Scheme, clearances};
use crate::{Error, Result};

/// Sets the local marks of the permit's node. Every mark that is added or taken away must be covered by the
/// caller's clearance, and a group that allows one mark on a node gets no second one.
pub fn classify(
    tx: &mut Tx<'_>,
    permit: &Permit<GrantAccess>,
    actor: &Actor,
    marks: &Marks,
    now: Seconds,
) -> Result<()> {
    let (tenant, node) = (permit.tenant(), permit.node());
    let scheme = Scheme::load(tx, tenant)?;
    let cleared = clearances(tx, &actor.groups_in(tenant).collect())?;
    let old = guards::local(tx, node)?.marks;
    let known = marks.iter().all(|mark| scheme.group_of(*mark).is_some());
    if !known || !old.symmetric_difference(marks).all(|mark| covers(&cleared, *mark, &scheme.parents)) {
        return Err(Error::NotCleared);
    }
    refuse_second_marks(tx, &scheme, marks)?;
    tx.run("DELETE FROM security_node_mark WHERE node_id = $1", params![node])?;
    for mark in marks {
        tx.run("INSERT INTO security_node_mark (node_id, security_mark_id) VALUES ($1, $2)", params![node, *mark])?;
    }
    guards::settle(tx, tenant, node, permit.kind(), now)
}

fn refuse_second_marks(conn: &mut Conn<'_>, scheme: &Scheme, marks: &Marks) -> Result<()> {
    let mut per_group: BTreeMap<SecurityGroupId, usize> = BTreeMap::new();
    for group in marks.iter().filter_map(|mark| scheme.group_of(*mark)) {
        *per_group.entry(group).or_default() += 1;
    }
    for (group, _) in per_group.into_iter().filter(|(_, count)| *count > 1) {
        let sql = "SELECT 1 FROM security_group WHERE security_group_id = $1 AND node_cardinality = 'single'";
        if conn.exists(sql, params![group])? {
            return Err(Error::SingleMark);
        }
    }
    Ok(())
}

/// The marks in effect at each of `guards`, with their keys, for the chips on cards.
pub fn effective_marks(
    conn: &mut Conn<'_>,
    guards: &[GuardId],
) -> db::Result<BTreeMap<GuardId, Vec<(MarkId, String)>>> {
    let mut found = BTreeMap::new();
    let mut wanted = Marks::new();
    for guard in guards {
        if !found.contains_key(guard) {
            let marks = guards::content(conn, *guard)?.marks;
            wanted.extend(&marks);
            found.insert(*guard, marks);
        }
    }
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let values: Vec<_> = wanted.iter().map(|mark| db::Value::from(*mark)).collect();
    let list = placeholders(1, values.len());
    let sql =
        format!("SELECT security_mark_id, security_mark_key FROM security_mark WHERE security_mark_id IN ({list})");
    let keys: BTreeMap<MarkId, String> =
        conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect();
    let named = |marks: Marks| marks.into_iter().filter_map(|mark| Some((mark, keys.get(&mark)?.clone()))).collect();
    Ok(found.into_iter().map(|(guard, marks)| (guard, named(marks))).collect())
}
