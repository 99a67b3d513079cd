//! Marks what is in the bin for a purge: page by page, newest first, only what a person may delete.

use std::sync::Arc;

use audit::Author;
use authz::{Action, Actor};
use db::{Conn, Tx, Value};
use nodes::{BINNED, Node, in_list};
use primitives::{NodeId, NodeKind, Seconds, TenantId};
use security::Access;
use storage::intents;

use super::marks::{NOT_MARKED, PurgeId, begin, mark};
use super::throughout::holding_others;
use crate::uppermost::uppermost;
use crate::{Content, Error, Purge, Result};

/// Entries marked in one transaction.
pub(crate) const PAGE: i64 = 200;

/// When an entry was removed, and its id.
type Point = (Seconds, NodeId);

/// Where marking continues: newest first, one tenant after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    tenant: usize,
    first: Point,
    pub before: Point,
    pub is_end: bool,
}

impl Place {
    pub fn newest() -> Self {
        Self::at((Seconds::MAX, NodeId(i64::MAX)))
    }

    /// Starts with entries that were removed before `time`: no id is below 0.
    pub fn before(time: Seconds) -> Self {
        Self::at((time, NodeId(0)))
    }

    fn at(first: Point) -> Self {
        Self { tenant: 0, first, before: first, is_end: false }
    }

    fn next_tenant(self) -> Self {
        Self { tenant: self.tenant + 1, before: self.first, ..self }
    }
}

/// The result of marking one page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marked {
    pub purge: Option<PurgeId>,
    pub tenant: Option<TenantId>,
    pub count: usize,
}

/// Marks the next page of entries that `actor` may delete; the purge begins with the first mark. Finding them blocks no
/// writer; the right to delete is checked again in the transaction that marks them.
pub(crate) async fn mark_page(
    content: &Content,
    actor: &Arc<Actor>,
    author: Author,
    purge: Option<PurgeId>,
    place: Place,
) -> Result<(Place, Marked)> {
    let (next, found) = security::read_long(&content.db, actor, move |c, access| find(c, access, place)).await?;
    let nothing = Marked { purge, ..Marked::default() };
    let Some((tenant, found)) = found.filter(|(_, found)| !found.is_empty()) else { return Ok((next, nothing)) };
    let now = content.clock.now();
    let marked = security::write(&content.db, actor, move |tx, access| {
        let (purge, marked) = mark_these(tx, access, tenant, &found, (purge, author, now))?;
        let tenant = purge.filter(|_| !marked.is_empty()).map(|_| tenant);
        Ok::<_, Error>(Marked { purge, tenant, count: marked.len() })
    });
    Ok((next, marked.await?))
}

/// Marks those of `found`, at most `PAGE`, that the asker may delete; the purge begins with the first mark.
pub(crate) fn mark_these(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    found: &[NodeId],
    (purge, author, now): (Option<PurgeId>, Author, Seconds),
) -> Result<(Option<PurgeId>, Vec<NodeId>)> {
    nodes::hold_tree(tx, tenant)?;
    let (mut open, _) = deletable(tx, access, tenant, Which::These(found))?;
    let moving = intents::moving(tx, tenant)?;
    open.retain(|node| !moving.contains(&node.id));
    if open.is_empty() {
        return Ok((purge, Vec::new()));
    }
    let purge = purge.map_or_else(|| begin(tx, now), Ok)?;
    for node in &open {
        mark(tx, purge, node, author, now)?;
    }
    Ok((Some(purge), open.into_iter().map(|node| node.id).collect()))
}

/// Entries of one tenant.
type Page = (TenantId, Vec<NodeId>);

/// Where to continue, and the next entries to mark.
fn find(conn: &mut Conn<'_>, access: &mut Access<'_>, place: Place) -> Result<(Place, Option<Page>)> {
    let tenants = access.actor().tenants();
    let mut place = place;
    while let Some(tenant) = tenants.get(place.tenant) {
        let (found, looked_at) = deletable(conn, access, *tenant, Which::Before(place.before))?;
        match looked_at {
            Some(last) => {
                place.before = last;
                return Ok((place, Some((*tenant, found.into_iter().map(|node| node.id).collect()))));
            }
            None => place = place.next_tenant(),
        }
    }
    place.is_end = true;
    Ok((place, None))
}

/// The part of a tenant's bin.
enum Which<'w> {
    Before(Point),
    These(&'w [NodeId]),
}

/// The entries in the bin, not below another entry of it, that the asker may delete: the same rule as
/// `Access::authorize_binned`, for many at once. Also returns the last entry that was checked.
fn deletable(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    which: Which<'_>,
) -> Result<(Vec<Node>, Option<Point>)> {
    let (scope, acl) = (access.scope(conn, tenant)?, access.acl_sql(conn, tenant)?);
    let mut values = vec![Value::from(tenant), Value::from(scope.set), Value::from(Purge::RULE.role.code())];
    let narrowed = match which {
        Which::Before((time, node)) => {
            values.extend([Value::from(time), Value::from(node)]);
            "AND (n.binned_at, n.node_id) < ($4, $5)".to_owned()
        }
        Which::These(nodes) => {
            let (list, nodes) = in_list(4, nodes);
            values.extend(nodes);
            format!("AND n.node_id IN ({list})")
        }
    };
    let sql = format!(
        "SELECT {}
         FROM nodes_node n
         {}
         WHERE n.tenant_id = $1 AND n.state = {BINNED} AND n.binned_at IS NOT NULL AND {} >= $3 AND {NOT_MARKED} {narrowed}
         ORDER BY n.binned_at DESC, n.node_id DESC
         LIMIT {PAGE}",
        nodes::COLUMNS,
        security::JOINED,
        scope.role("$2", &format!("({acl})"))
    );
    let found = conn.rows(&sql, &values, |row| nodes::from_row(row, 0))?;
    let last = found.last().map(|node| (node.binned_at.unwrap_or(0), node.id));
    let mut open = uppermost(conn, found, |node| node)?;
    let folders: Vec<NodeId> = open.iter().filter(|node| node.kind == NodeKind::Folder).map(|node| node.id).collect();
    let closed = holding_others(conn, access, tenant, &folders)?;
    open.retain(|node| !closed.contains(&node.id));
    Ok((open, last))
}
