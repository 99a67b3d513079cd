//! `DELETE entry/bin`: deletes everything in the bin that the asker may delete, in one call. The first entries are
//! marked at once and the rest by the job that deletes them, so that neither the caller nor other writers wait for
//! long.

use std::sync::Arc;

use audit::{Act, Author, Object};
use authz::{Action, Actor, Denied};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use db::{Conn, Tx, Value};
use nodes::{BINNED, Node, in_list};
use primitives::{AppInstanceId, NodeId, NodeKind, Seconds, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde_json::json;
use storage::{disk, intents};

use super::bin;
use super::uppermost::uppermost;
use crate::purges::{self, Asked, NOT_MARKED, PurgeId, in_background};
use crate::{Content, Error, Purge, Result};

/// Entries marked in one transaction.
pub(crate) const PAGE: i64 = 200;
/// Pages that the caller waits for.
const AT_ONCE: usize = 5;

/// Empties the bin.
///
/// Deletes all entries in it that the asker may delete for good, in the background. Entries that are removed meanwhile
/// stay in the bin.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/entry/bin", tag = "content",
    operation_id = "bin_empty", params(("application_instance_id" = i64, Path)),
    responses(
        (status = ACCEPTED, body = activity::BgAction, description = "The background action that empties the bin"),
        (status = NO_CONTENT, description = "The bin is empty"),
    ))]
pub async fn empty(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Response, Problem> {
    let begun = disk::even_when_full(&content.db, || async { Ok(begin(&content, &actor).await?) }).await?;
    Ok(match begun {
        Some(action) => (StatusCode::ACCEPTED, Json(action)).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

async fn begin(content: &Content, actor: &Arc<Actor>) -> Result<Option<activity::BgAction>> {
    let (now, author) = (content.clock.now(), Author::from(&**actor));
    let (mut place, mut marked, mut pages) = (Place::newest(), Marked::default(), 0);
    while !place.is_end && (pages < AT_ONCE || place.before.0 >= now) {
        let (next, page) = mark_page(content, actor, author, marked.purge, place).await?;
        (place, pages) = (next, pages + 1);
        marked = Marked { purge: page.purge, tenant: marked.tenant.or(page.tenant), count: marked.count + page.count };
    }
    // The search through a very large bin stopped here without an entry that the asker may delete.
    let (Some(purge), Some(tenant)) = (marked.purge, marked.tenant) else {
        return refuse_what_is_shown(content, actor).await;
    };
    let binned_before = (!place.is_end).then_some(now);
    let asked = Asked { user: actor.user, tenant, binned_before };
    let title = rest::text(rest::current_language(), "bin", &[]);
    let begun = content.db.write(move |tx| {
        let act = Act::new("bin_empty", tenant, Object::new("tenant", tenant.0, ""));
        let marked = json!({ "entries": marked.count, "more": binned_before.is_some() });
        audit::record(tx, author, act.after(marked), now);
        in_background(tx, purge, title, &asked, now)
    });
    Ok(Some(begun.await?))
}

/// An asker who sees entries in the bin but may delete none is told which right is missing.
async fn refuse_what_is_shown<T>(content: &Content, actor: &Arc<Actor>) -> Result<Option<T>> {
    let shown = security::read_long(&content.db, actor, bin::holds_something);
    if shown.await? { Err(Denied::NeedsRole(Purge::RULE.role).into()) } else { Ok(None) }
}

/// When an entry was removed, and its id.
type Point = (Seconds, NodeId);

/// Where marking continues: newest first, one tenant after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    tenant: usize,
    first: Point,
    before: Point,
    pub is_end: bool,
}

impl Place {
    fn newest() -> Self {
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
    let purge = purge.map_or_else(|| purges::begin(tx, now), Ok)?;
    for node in &open {
        purges::mark(tx, purge, node, author, now)?;
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
         WHERE n.tenant_id = $1 AND n.state = {BINNED} AND {} >= $3 AND {NOT_MARKED} {narrowed}
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
    let closed = purges::holding_others(conn, access, tenant, &folders)?;
    open.retain(|node| !closed.contains(&node.id));
    Ok((open, last))
}
