//! A move may take marks away knowingly: for who manages the entry and is cleared for them.

use std::collections::BTreeSet;

use authz::Permit;
use db::Conn;
use nodes::Moving;
use primitives::{NodeId, TenantId};

use crate::access::Access;
use crate::classification::mark_keys;
use crate::kept_marks::lost_by_moving;
use crate::marks::covers;
use crate::scheme::{Scheme, clearances};
use crate::{Error, GrantAccess, MarkId, Result};

/// The marks that the permit's node loses in the folder `into`, if they do not become its own. Refused unless the asker
/// manages it and is cleared for each of them.
pub fn lose_marks<M: Moving>(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: &Permit<M>,
    folders: (NodeId, NodeId),
) -> Result<Vec<MarkId>> {
    lost_with_right(conn, access, (node.tenant(), node.node()), folders)
}

fn lost_with_right(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (tenant, node): (TenantId, NodeId),
    folders: (NodeId, NodeId),
) -> Result<Vec<MarkId>> {
    let lost = lost_by_moving(conn, tenant, node, folders)?;
    if lost.is_empty() {
        return Ok(lost);
    }
    access.authorize::<GrantAccess>(conn, node)?;
    let scheme = Scheme::load(conn, tenant)?;
    let cleared = clearances(conn, &access.actor().groups_in(tenant).collect())?;
    let is_cleared = lost.iter().all(|mark| covers(&cleared, *mark, &scheme.parents));
    if is_cleared { Ok(lost) } else { Err(Error::NotCleared) }
}

/// The keys of all marks that these nodes, each with the folder that it is in, would lose in the folder `into`; none if
/// the asker may not take them away from each of them.
pub fn marks_to_lose(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    nodes: &[(NodeId, NodeId)],
    into: NodeId,
) -> Result<Vec<String>> {
    let mut all = BTreeSet::new();
    for (node, from) in nodes {
        match lost_with_right(conn, access, (tenant, *node), (*from, into)) {
            Ok(lost) => all.extend(lost),
            Err(Error::NotCleared | Error::Denied(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    }
    Ok(mark_keys(conn, &all)?.into_values().collect())
}
