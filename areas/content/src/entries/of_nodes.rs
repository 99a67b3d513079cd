//! Entries by their nodes, for rooms that remember nodes and show them later.

use std::collections::HashMap;

use db::Conn;
use primitives::NodeId;
use security::{Access, PrincipalScope};

use super::list::entries;
use super::model::Entry;
use super::store::Child;
use crate::Result;

/// The entries of `nodes`, as lists have them, in that order and each once. Those at which the asker has no role now are
/// left out: their names are not for them any more.
pub fn entries_of(conn: &mut Conn<'_>, access: &mut Access<'_>, nodes: &[NodeId]) -> Result<Vec<Entry>> {
    let mut in_scopes: Vec<(PrincipalScope, Vec<Child>)> = Vec::new();
    for node in nodes {
        let seen = match access.find_visible(conn, *node) {
            Ok(seen) if seen.facts.role.is_some() => seen,
            Ok(_) | Err(security::Error::Denied(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let (scope, role, acl) = (seen.scope, seen.facts.role, seen.acl());
        let child = Child { node: seen.node.into(), role, acl };
        match in_scopes.iter_mut().find(|(known, _)| *known == scope) {
            Some((_, children)) => children.push(child),
            None => in_scopes.push((scope, vec![child])),
        }
    }
    let mut shown = HashMap::new();
    for (scope, children) in in_scopes {
        shown.extend(entries(conn, access, scope, children)?.into_iter().map(|entry| (entry.node_id, entry)));
    }
    Ok(nodes.iter().filter_map(|node| shown.remove(node)).collect())
}
