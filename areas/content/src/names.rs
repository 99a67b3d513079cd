//! A name in a folder: who may give it.
//!
//! What may not be seen is not told. A name is taken where an entry bears it that the asker sees; one that they do not
//! see blocks nothing, and the new entry becomes its duplicate (`nodes::names`). Free names and those of hidden entries take the
//! same road: the same statements, as many times.

use std::collections::HashSet;

use db::{Conn, Tx};
use nodes::Namesake;
use primitives::{EntryName, NodeId, TenantId};
use security::Access;

use crate::{Error, Result};

/// No node has this id: it is looked for in the place of a namesake that is not there.
const NOWHERE: NodeId = NodeId(0);
/// So many namesakes with ACLs of their own are asked about whether they are there or not.
const ASKED: usize = 8;

/// Refuses `name` in `folder` where an entry other than `except` bears it that the asker sees. Every way in asks this
/// in the transaction that gives the name: a new entry, another name, another place, back from the bin.
pub(crate) fn claim(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (tenant, folder): (TenantId, NodeId),
    name: &EntryName,
    except: Option<NodeId>,
) -> Result<()> {
    nodes::hold_name(tx, folder, name)?;
    let taken = taken(tx, access, (tenant, folder), &[name.key()], except)?;
    if taken.is_empty() { Ok(()) } else { Err(Error::NameTaken(name.as_str().to_owned())) }
}

/// Of the names with these keys, those that entries of `folder` bear that the asker sees or may pass.
pub(crate) fn taken(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (tenant, folder): (TenantId, NodeId),
    keys: &[String],
    except: Option<NodeId>,
) -> Result<HashSet<String>> {
    let scope = access.scope(conn, tenant)?;
    let flow = access.inheritable_acl(conn, tenant, folder)?;
    let open = scope.role_at(conn, flow)?.is_some();
    let mut borne = nodes::namesakes(conn, folder, keys)?;
    borne.retain(|namesake| Some(namesake.node) != except);
    let mut with_acl: Vec<NodeId> = borne.iter().filter(|namesake| namesake.has_own_acl).map(|one| one.node).collect();
    with_acl.resize(with_acl.len().max(keys.len()).max(ASKED), NOWHERE);
    let visible = access.visible_folders(conn, scope, &with_acl)?;
    let is_seen = |one: &Namesake| if one.has_own_acl { visible.contains(&one.node) } else { open };
    Ok(borne.into_iter().filter(is_seen).map(|namesake| namesake.key).collect())
}
