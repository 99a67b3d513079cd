//! What this room tells rooms above.

use ::events::{Event, Header, publish};
use db::{Conn, Tx, Value};
use nodes::{READY, in_list};
use primitives::{NodeId, NodeRole, Seconds};
use security::Access;

use crate::Result;
use crate::found::Found;
use crate::hidden::not_hidden;
use crate::model::CollectionId;

/// What is in a collection has changed.
#[derive(Clone, Debug)]
pub struct CollectionChanged {
    pub header: Header,
    pub collection: CollectionId,
    pub change: CollectionChange,
}

#[derive(Clone, Debug)]
pub enum CollectionChange {
    /// Entries were added. These are the ones that who added them manages: for the others they cannot answer.
    Added {
        managed: Vec<NodeId>,
    },
    Removed(Vec<NodeId>),
    Ordered,
    /// It is about to be deleted.
    Deleted,
}

impl Event for CollectionChanged {}

pub(crate) fn tell(
    tx: &mut Tx<'_>,
    access: &Access<'_>,
    collection: &Found,
    change: CollectionChange,
    now: Seconds,
) -> db::Result<()> {
    let header = Header::by(access.actor(), collection.tenant, now);
    publish(tx, &CollectionChanged { header, collection: collection.id, change })
}

/// As `tell`, of entries that were not there before.
pub(crate) fn tell_added(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (collection, nodes): (&Found, &[NodeId]),
    now: Seconds,
) -> Result<()> {
    let managed = managed(tx, access, (collection, nodes))?;
    Ok(tell(tx, access, collection, CollectionChange::Added { managed }, now)?)
}

/// Those to which the asker may give access: a statement answers for many of them.
fn managed(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (collection, nodes): (&Found, &[NodeId]),
) -> Result<Vec<NodeId>> {
    let scope = access.scope(conn, collection.tenant)?;
    let acl = access.acl_sql(conn, collection.tenant)?;
    let (role, user) = (scope.role("$2", &format!("({acl})")), access.actor().user);
    let mut found: Vec<(NodeId, NodeId)> = Vec::new();
    for some in nodes::batches(nodes) {
        let (list, ids) = in_list(4, some);
        let sql = format!(
            "SELECT n.parent_id, n.node_id
             FROM nodes_node n
             {}
             WHERE n.node_id IN ({list}) AND n.tenant_id = $1 AND n.state = {READY} AND n.kind > 0
               AND (n.locked_by IS NULL OR n.locked_by = $3) AND {role} = {}",
            security::JOINED,
            NodeRole::Manager.code()
        );
        let first = [Value::from(collection.tenant), Value::from(scope.set), Value::from(user)];
        let values: Vec<_> = first.into_iter().chain(ids).collect();
        found.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?);
    }
    let shown = if access.walks(conn, collection.tenant)? { not_hidden(conn, found)? } else { found };
    Ok(shown.into_iter().map(|(_, node)| node).collect())
}
