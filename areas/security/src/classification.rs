//! Classification: setting the marks of a node, and the rule for who may.

use std::collections::{BTreeMap, BTreeSet};

use ::events::{Header, publish};
use authz::{Actor, Permit};
use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, TenantId};

use crate::events::{AccessChange, AccessChanged};
use crate::marks::{Marks, covers};
use crate::recompute::{Change, recompute};
use crate::scheme::{Scheme, clearances};
use crate::{AclId, Error, GrantAccess, MarkId, Result, SecurityGroupId, acls};

/// Characters of a key that a request names a mark by.
pub const LONGEST_MARK_KEY: usize = 200;

/// Sets the local marks of the permit's node. Every mark that is added or removed must be covered by the caller's
/// clearance, and a group that allows one mark per node gets no second one.
pub fn classify(
    tx: &mut Tx<'_>,
    permit: &Permit<GrantAccess>,
    actor: &Actor,
    marks: &Marks,
    now: Seconds,
) -> Result<()> {
    let (tenant, node) = (permit.tenant(), permit.node());
    // The marks are read, checked and replaced under one lock: two classifications of a node run one after the other.
    nodes::hold_tree(tx, tenant)?;
    let scheme = Scheme::load(tx, tenant)?;
    let cleared = clearances(tx, &actor.groups_in(tenant).collect())?;
    let old = acls::local_marks(tx, node)?;
    let known = marks.iter().all(|mark| scheme.group_of(*mark).is_some());
    if !known || !old.symmetric_difference(marks).all(|mark| covers(&cleared, *mark, &scheme.parents)) {
        return Err(Error::NotCleared);
    }
    refuse_second_marks(tx, tenant, &scheme, marks)?;
    tx.run("DELETE FROM security_node_mark WHERE node_id = $1", params![node])?;
    for mark in marks {
        tx.run("INSERT INTO security_node_mark (node_id, security_mark_id) VALUES ($1, $2)", params![node, *mark])?;
    }
    recompute(tx, tenant, &[(node, permit.kind())], Change::Marks, now)?;
    let header = Header::by(actor, tenant, now);
    Ok(publish(tx, &AccessChanged { header, what: AccessChange::Marks(node) })?)
}

fn refuse_second_marks(conn: &mut Conn<'_>, tenant: TenantId, scheme: &Scheme, marks: &Marks) -> Result<()> {
    let mut seen = BTreeSet::new();
    let twice: BTreeSet<_> =
        marks.iter().filter_map(|mark| scheme.group_of(*mark)).filter(|group| !seen.insert(*group)).collect();
    if twice.is_empty() {
        return Ok(());
    }
    let sql = "SELECT security_group_id FROM security_group WHERE tenant_id = $1 AND node_cardinality = 'single'";
    let single = conn.rows(sql, params![tenant], |row| row.get::<SecurityGroupId>(0))?;
    if single.iter().any(|group| twice.contains(group)) { Err(Error::SingleMark) } else { Ok(()) }
}

/// The marks in effect at each of `acls`, with their keys, for the chips on cards.
pub fn effective_marks(conn: &mut Conn<'_>, acls: &[AclId]) -> db::Result<BTreeMap<AclId, Vec<(MarkId, String)>>> {
    let acls: Vec<_> = acls.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let mut found: BTreeMap<AclId, Marks> = BTreeMap::new();
    for some in acls.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT acl_id, marks FROM security_acl WHERE acl_id IN ({list})");
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, acls::marks_from(row, 1)?)))?);
    }
    let wanted: Marks = found.values().flatten().copied().collect();
    let keys = mark_keys(conn, &wanted)?;
    let named = |marks: Marks| marks.into_iter().filter_map(|mark| Some((mark, keys.get(&mark)?.clone()))).collect();
    Ok(found.into_iter().map(|(acl, marks)| (acl, named(marks))).collect())
}

/// The marks in effect at a node, whatever its state.
pub fn marks_at(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Vec<MarkId>> {
    let acl = acls::resolve_at(conn, node)?.effective;
    let marks = effective_marks(conn, &[acl])?.remove(&acl).unwrap_or_default();
    Ok(marks.into_iter().map(|(mark, _)| mark).collect())
}

/// Whether the actor's groups in the tenant are cleared for `marks`, for a node that no longer exists.
pub fn clears(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId, marks: &Marks) -> db::Result<bool> {
    let scheme = Scheme::load(conn, tenant)?;
    let cleared = clearances(conn, &actor.groups_in(tenant).collect())?;
    Ok(scheme.lets_pass(marks, &cleared))
}

/// The keys of these marks, for people who read of them.
pub fn keys_of(conn: &mut Conn<'_>, marks: &[MarkId]) -> db::Result<Vec<String>> {
    Ok(mark_keys(conn, &marks.iter().copied().collect())?.into_values().collect())
}

pub(crate) fn mark_keys(conn: &mut Conn<'_>, marks: &Marks) -> db::Result<BTreeMap<MarkId, String>> {
    let marks: Vec<_> = marks.iter().copied().collect();
    let mut keys = BTreeMap::new();
    for some in marks.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql =
            format!("SELECT security_mark_id, security_mark_key FROM security_mark WHERE security_mark_id IN ({list})");
        keys.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?);
    }
    Ok(keys)
}
