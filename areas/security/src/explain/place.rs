//! What an explanation needs to know of a node. It is the same for every principal.

use std::collections::{BTreeMap, HashSet};

use db::Conn;
use nodes::{Ancestor, Node, in_list};
use primitives::{NodeId, RepositoryId, TenantId};

use crate::acls::marks_of;
use crate::marks::Marks;
use crate::scheme::Scheme;
use crate::{AclId, MarkId, Result};

/// A node, the path to it, and the marks in effect.
pub(crate) struct Place {
    pub tenant: TenantId,
    pub repository: RepositoryId,
    pub node: NodeId,
    pub is_container: bool,
    /// The ACL in force at the node.
    pub acl: AclId,
    /// The node, its parent, and so on.
    pub path: Vec<Ancestor>,
    pub scheme: Scheme,
    /// The marks in effect, each with the node that it is set on.
    pub marks: BTreeMap<MarkId, NodeId>,
}

impl Place {
    pub fn of(conn: &mut Conn<'_>, node: &Node, acl: AclId) -> Result<Self> {
        let path = nodes::ancestors(conn, node.id)?;
        let effective = marks_of(conn, &[acl].into())?.remove(&acl).unwrap_or_default();
        Ok(Self {
            tenant: node.tenant,
            repository: node.repository,
            node: node.id,
            is_container: node.kind.is_container(),
            acl,
            scheme: Scheme::load(conn, node.tenant)?,
            marks: set_on(conn, &path, &effective)?,
            path,
        })
    }

    /// The node and those above it.
    pub fn nodes(&self) -> Vec<NodeId> {
        ids(&self.path)
    }
}

fn ids(path: &[Ancestor]) -> Vec<NodeId> {
    path.iter().map(|step| step.id).collect()
}

/// The nearest node of the path that has the mark. That of a closed repository is in no row: it is the topmost node.
fn set_on(conn: &mut Conn<'_>, path: &[Ancestor], effective: &Marks) -> db::Result<BTreeMap<MarkId, NodeId>> {
    let steps = ids(path);
    let Some(top) = steps.last().copied().filter(|_| !effective.is_empty()) else { return Ok(BTreeMap::new()) };
    let mut set: HashSet<(NodeId, MarkId)> = HashSet::new();
    for some in steps.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id, security_mark_id FROM security_node_mark WHERE node_id IN ({list})");
        set.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?);
    }
    let nearest = |mark: MarkId| steps.iter().copied().find(|step| set.contains(&(*step, mark)));
    Ok(effective.iter().map(|mark| (*mark, nearest(*mark).unwrap_or(top))).collect())
}
