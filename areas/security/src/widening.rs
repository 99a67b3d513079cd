//! A move may take marks away knowingly: for who manages the entry and is cleared for them.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use authz::Permit;
use db::Conn;
use nodes::{Moving, in_list};
use primitives::{NodeId, TenantId};

use crate::access::Access;
use crate::acls::local_marks;
use crate::classification::mark_keys;
use crate::losing::KnownMarks;
use crate::marks::Marks;
use crate::scheme::{Scheme, clearances};
use crate::{Error, GrantAccess, MarkId, Result};

/// The own marks of so many nodes are read at once.
const AT_ONCE: usize = 256;

/// The marks that the permit's node loses in the folder `into`, if they do not become its own, with their keys. Refused
/// unless the asker manages it and is cleared for each of them. Of a folder, ask just before it moves: what was read of
/// folders below it is forgotten.
pub fn lose_marks<M: Moving>(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: &Permit<M>,
    folders: (NodeId, NodeId),
) -> Result<Vec<(MarkId, String)>> {
    if node.kind().is_container() {
        access.losing.moves(folders);
    }
    let Some(inherited) = access.losing.inherited(conn, folders)? else { return Ok(Vec::new()) };
    let known = known(conn, access, node.tenant())?;
    if inherited.lost(&known.scheme, &Marks::new())?.is_empty() {
        return Ok(Vec::new());
    }
    let lost: Marks = inherited.lost(&known.scheme, &local_marks(conn, node.node())?)?.into_iter().collect();
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    access.authorize::<GrantAccess>(conn, node.node())?;
    if !known.clears(&lost) {
        return Err(Error::NotCleared);
    }
    let with_key = |mark: MarkId| Ok::<_, Error>((mark, known.keys.get(&mark).cloned().ok_or(db::Error::Missing)?));
    lost.into_iter().map(with_key).collect()
}

/// Whether one of these nodes, each with the folder that it is in, would lose marks in the folder `into`.
pub fn some_lose_by_moving(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    nodes: &[(NodeId, NodeId)],
    into: NodeId,
) -> Result<bool> {
    let mut some = false;
    losing(conn, access, tenant, (nodes, into), |_, _| {
        some = true;
        ControlFlow::Break(())
    })?;
    Ok(some)
}

/// The keys of all marks that these nodes, each with the folder that it is in, would lose in the folder `into`; none if
/// the asker may not take them away from each of them. For closures that only read.
pub fn marks_to_lose(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    nodes: &[(NodeId, NodeId)],
    into: NodeId,
) -> Result<Vec<String>> {
    let (mut all, mut losers) = (Marks::new(), Vec::new());
    losing(conn, access, tenant, (nodes, into), |node, lost| {
        losers.push(node);
        all.extend(lost);
        ControlFlow::Continue(())
    })?;
    if losers.is_empty() {
        return Ok(Vec::new());
    }
    let known = known(conn, access, tenant)?;
    if !known.clears(&all) || !access.manages_all(conn, tenant, &losers)? {
        return Ok(Vec::new());
    }
    Ok(all.iter().filter_map(|mark| known.keys.get(mark).cloned()).collect())
}

/// Tells each of these nodes that would lose marks, with these marks. Nodes of one folder are asked about together.
fn losing(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    (nodes, into): (&[(NodeId, NodeId)], NodeId),
    mut tell: impl FnMut(NodeId, Vec<MarkId>) -> ControlFlow<()>,
) -> Result<()> {
    let mut by_folder: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for (node, from) in nodes {
        by_folder.entry(*from).or_default().push(*node);
    }
    let without = Marks::new();
    for (from, nodes) in by_folder {
        let Some(inherited) = access.losing.inherited(conn, (from, into))? else { continue };
        let known = known(conn, access, tenant)?;
        // Marks of their own can only keep them from losing some.
        if inherited.lost(&known.scheme, &without)?.is_empty() {
            continue;
        }
        for some in nodes.chunks(AT_ONCE) {
            let own = local_marks_of(conn, some)?;
            for node in some {
                let lost = inherited.lost(&known.scheme, own.get(node).unwrap_or(&without))?;
                if !lost.is_empty() && tell(*node, lost).is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// The marks of their own that these nodes have, without those that have none.
fn local_marks_of(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Marks>> {
    let (list, values) = in_list(1, nodes);
    let sql = format!("SELECT node_id, security_mark_id FROM security_node_mark WHERE node_id IN ({list})");
    let mut own: HashMap<NodeId, Marks> = HashMap::new();
    for (node, mark) in conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))? {
        own.entry(node).or_default().insert(mark);
    }
    Ok(own)
}

/// The marks of the tenant, read once in a closure.
fn known(conn: &mut Conn<'_>, access: &mut Access<'_>, tenant: TenantId) -> Result<Arc<KnownMarks>> {
    if let Some(known) = access.losing.known.get(&tenant) {
        return Ok(known.clone());
    }
    let scheme = Scheme::load(conn, tenant)?;
    let cleared = clearances(conn, &access.actor().groups_in(tenant).collect())?;
    let keys = mark_keys(conn, &scheme.marks.keys().copied().collect())?;
    let known = Arc::new(KnownMarks { scheme, cleared, keys });
    access.losing.known.insert(tenant, known.clone());
    Ok(known)
}
