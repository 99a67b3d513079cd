//! Shows waiting files to people who may accept or reject them.

use std::collections::HashSet;

use authz::{Denied, Permit};
use db::Conn;
use nodes::{NO_NODE, Node};
use primitives::{EntryName, NodeId};
use security::Access;

use crate::{Result, Upload, names};

/// A waiting file, for somebody who may upload into its folder; for others it is nowhere.
pub fn waiting_file(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<Node> {
    let found = nodes::find(conn, node)?.filter(Node::is_apart);
    let folder = found.as_ref().and_then(|found| found.parent).unwrap_or(NO_NODE);
    match access.authorize::<Upload>(conn, folder) {
        Ok(_) => found.ok_or_else(|| Denied::Invisible.into()),
        Err(security::Error::Denied(_)) => Err(Denied::Invisible.into()),
        Err(error) => Err(error),
    }
}

/// Those of `wanted` that entries of the folder have which the asker sees.
pub fn taken_names(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    into: &Permit<Upload>,
    wanted: &[&str],
) -> Result<HashSet<String>> {
    let keys: Vec<String> = wanted.iter().map(|name| EntryName::key_of(name)).collect();
    let taken = names::taken(conn, access, (into.tenant(), into.node()), &keys, None)?;
    let is_taken = |name: &&&str| taken.contains_key(&EntryName::key_of(name));
    Ok(wanted.iter().filter(is_taken).map(|name| (*name).to_owned()).collect())
}
