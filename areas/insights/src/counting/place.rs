//! Where used entries are, and which access they have.

use std::collections::{BTreeMap, HashMap};

use db::{Conn, Value};
use nodes::{READY, in_list};
use primitives::{NodeId, RepositoryId, TenantId};
use security::AclId;

use super::waiting::{OfEntry, UseCount};
use crate::days::Day;

/// The uses of an entry on a day, while it was in this repository and had this access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub tenant: TenantId,
    pub repository: RepositoryId,
    pub node: NodeId,
    pub acl: AclId,
    pub day: Day,
    pub count: UseCount,
}

/// Those that are still there, in their order.
pub(super) fn find(conn: &mut Conn<'_>, some: Vec<OfEntry>) -> db::Result<Vec<Placed>> {
    let nodes: Vec<NodeId> = some.iter().map(|((node, _), _)| *node).collect();
    let mut places = HashMap::new();
    for (tenant, nodes) in by_tenant(conn, &nodes)? {
        places.extend(of_tenant(conn, tenant, &nodes)?);
    }
    let placed = some.into_iter().filter_map(|((node, day), count)| {
        let (tenant, repository, acl) = *places.get(&node)?;
        Some(Placed { tenant, repository, node, acl, day, count })
    });
    Ok(placed.collect())
}

fn by_tenant(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<BTreeMap<TenantId, Vec<NodeId>>> {
    let (list, ids) = in_list(1, nodes);
    let sql =
        format!("SELECT n.tenant_id, n.node_id FROM nodes_node n WHERE n.node_id IN ({list}) AND n.state = {READY}");
    let mut tenants: BTreeMap<TenantId, Vec<NodeId>> = BTreeMap::new();
    for (tenant, node) in conn.rows(&sql, &ids, |row| Ok((row.get(0)?, row.get(1)?)))? {
        tenants.entry(tenant).or_default().push(node);
    }
    Ok(tenants)
}

type Place = (NodeId, (TenantId, RepositoryId, AclId));

fn of_tenant(conn: &mut Conn<'_>, tenant: TenantId, nodes: &[NodeId]) -> db::Result<Vec<Place>> {
    let acl = security::acl_sql(conn, tenant)?;
    let (list, ids) = in_list(2, nodes);
    let sql = format!(
        "SELECT n.node_id, n.repository_id, {acl}
         FROM nodes_node n {}
         WHERE n.node_id IN ({list}) AND n.tenant_id = $1",
        security::JOINED
    );
    let values: Vec<_> = std::iter::once(Value::from(tenant)).chain(ids).collect();
    let found = conn.rows(&sql, &values, |row| {
        let (node, repository, acl) = (row.get(0)?, row.get(1)?, row.get::<Option<AclId>>(2)?);
        Ok(acl.map(|acl| (node, (tenant, repository, acl))))
    })?;
    Ok(found.into_iter().flatten().collect())
}
