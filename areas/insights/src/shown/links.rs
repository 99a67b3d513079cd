//! `GET insights/repository/{node_id}/links`: the share links that are used most.

use std::collections::HashMap;

use accounts::names_of;
use axum::extract::State;
use content::{Entry, entries_of};
use db::{Conn, Row, Value};
use links::LinkId;
use nodes::{READY, in_list};
use primitives::{AppInstanceId, NodeId, NodeRole, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Serialize;

use super::asked::PeriodQuery;
use super::repository::{Repository, TIMEOUT};
use crate::Insights;
use crate::days::Day;

/// Links of the list.
const MOST: i64 = 50;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsedLinks {
    /// Those that were used most first; at most 50.
    items: Vec<UsedLink>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsedLink {
    pub link_id: LinkId,
    #[schema(required)]
    pub label: Option<String>,
    /// The name of the person who made it.
    pub made_by: String,
    /// Seconds since 1970.
    pub made_at: Seconds,
    pub expires_at: Seconds,
    /// It was revoked, or has ended.
    pub is_over: bool,
    pub visits: i64,
    pub downloads: i64,
    /// The first of its entries that the asker sees.
    #[schema(required)]
    pub entry: Option<Entry>,
}

/// Lists the share links to entries of a repository that were visited most.
///
/// The asker must manage the repository. The list has links of all makers, if the asker manages all of their entries: what
/// is counted is of all of them.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/repository/{node_id}/links", tag = "insights",
    operation_id = "insights_links",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        PeriodQuery),
    responses((status = OK, body = UsedLinks, description = "At most 50 links")))]
pub(crate) async fn list(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<UsedLinks>, Problem> {
    let now = insights.clock.now();
    let before = query.period().after(Day::of(now));
    let read = security::read_long(&insights.db, &actor, move |c, access| {
        let repository = Repository::find(c, access, node)?;
        c.within(TIMEOUT, |c| found(c, access, repository, (before, now)))
    });
    Ok(Json(UsedLinks { items: read.await? }))
}

/// A link with its uses.
struct Counted {
    link: LinkId,
    label: Option<String>,
    maker: UserId,
    made_at: Seconds,
    expires_at: Seconds,
    is_revoked: bool,
    visits: i64,
    downloads: i64,
}

/// Those that were used after a day.
pub(super) fn found(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    (before, now): (Day, Seconds),
) -> content::Result<Vec<UsedLink>> {
    let acl = access.acl_sql(conn, repository.tenant)?;
    let rows = most(conn, repository, acl, before)?;
    let firsts = first_entries(conn, repository, acl, &rows)?;
    let mut nodes: Vec<NodeId> = firsts.values().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    let entries = entries_of(conn, access, &nodes)?.into_iter();
    let entries: HashMap<NodeId, Entry> = entries.map(|entry| (entry.node(), entry)).collect();
    let makers: Vec<UserId> = rows.iter().map(|row| row.maker).collect();
    let names = names_of(conn, &makers)?;
    let told = rows.into_iter().map(|row| UsedLink {
        link_id: row.link,
        label: row.label,
        made_by: names.get(&row.maker).cloned().unwrap_or_default(),
        made_at: row.made_at,
        expires_at: row.expires_at,
        is_over: row.is_revoked || row.expires_at <= now,
        visits: row.visits,
        downloads: row.downloads,
        entry: firsts.get(&row.link).and_then(|node| entries.get(node)).cloned(),
    });
    Ok(told.collect())
}

fn most(conn: &mut Conn<'_>, repository: Repository, acl: &str, before: Day) -> db::Result<Vec<Counted>> {
    let joined = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = e.node_id");
    let joins = security::JOINED;
    let role = repository.scope.role("$4", &format!("({acl})"));
    let manager = NodeRole::Manager.code();
    let sql = format!(
        "SELECT l.link_id, l.label, l.users_id, l.made_at, l.expires_at, l.revoked_at IS NOT NULL,
           CAST(SUM(d.visits) AS BIGINT), CAST(SUM(d.downloads) AS BIGINT)
         FROM links_link l
         JOIN insights_link_day d ON d.link_id = l.link_id AND d.day > $3
         WHERE l.tenant_id = $1 AND EXISTS (
           SELECT 1 FROM links_entry e {joined} {joins}
           WHERE e.link_id = l.link_id AND n.repository_id = $2
         ) AND NOT EXISTS (
           SELECT 1 FROM links_entry e {joined} {joins}
           WHERE e.link_id = l.link_id AND (n.state <> {READY} OR COALESCE({role}, 0) < {manager})
         )
         GROUP BY l.link_id, l.label, l.users_id, l.made_at, l.expires_at, l.revoked_at
         ORDER BY SUM(d.visits) + SUM(d.downloads) DESC, l.link_id DESC
         LIMIT $5"
    );
    let values = [
        Value::from(repository.tenant),
        Value::from(repository.id),
        Value::from(before.0),
        Value::from(repository.scope.set),
        Value::from(MOST),
    ];
    conn.rows(&sql, &values, counted)
}

fn counted(row: &Row<'_>) -> db::Result<Counted> {
    Ok(Counted {
        link: row.get(0)?,
        label: row.get(1)?,
        maker: row.get(2)?,
        made_at: row.get(3)?,
        expires_at: row.get(4)?,
        is_revoked: row.get(5)?,
        visits: row.get(6)?,
        downloads: row.get(7)?,
    })
}

/// Of each link, the first entry that the asker sees.
fn first_entries(
    conn: &mut Conn<'_>,
    repository: Repository,
    acl: &str,
    rows: &[Counted],
) -> db::Result<HashMap<LinkId, NodeId>> {
    let links: Vec<LinkId> = rows.iter().map(|row| row.link).collect();
    let (list, ids) = in_list(2, &links);
    let joined = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = e.node_id");
    let sql = format!(
        "SELECT e.link_id, e.node_id
         FROM links_entry e {joined} {}
         WHERE e.link_id IN ({list}) AND n.state = {READY} AND {}
         ORDER BY e.place DESC",
        security::JOINED,
        repository.sees("$1", &format!("({acl})"))
    );
    let values: Vec<_> = std::iter::once(Value::from(repository.scope.set)).chain(ids).collect();
    // The last one that is put in has the first place.
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}
