//! `GET insights/repository/{node_id}/used`: the entries that are used most.

use std::collections::HashMap;

use axum::extract::State;
use content::{Entry, entries_of};
use db::{Conn, Value};
use nodes::READY;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::asked::{InsightsPeriod, InsightsUse};
use super::repository::{Repository, TIMEOUT};
use crate::Insights;
use crate::days::Period;

/// Entries of a page, and how many there are if nothing is said.
const LARGEST: usize = 100;
const DEFAULT: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InsightsKind {
    Folder,
    File,
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UsedQuery {
    /// The last 7, 30, 90 or 365 days; 30 if it is not given.
    #[param(inline)]
    period: Option<InsightsPeriod>,
    /// What counts: `views` if it is not given.
    #[param(inline)]
    by: Option<InsightsUse>,
    /// Only folders, or only files.
    #[param(inline)]
    kind: Option<InsightsKind>,
    /// 1 to 100; 20 if not given.
    limit: Option<usize>,
    /// `next` of the page before.
    after: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsedEntries {
    /// Those that were used most first.
    items: Vec<UsedEntry>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsedEntry {
    /// How often.
    pub number: i64,
    pub entry: Entry,
}

/// What is wanted of which entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub period: Period,
    pub by: InsightsUse,
    pub kind: Option<InsightsKind>,
}

/// Lists the entries of a repository that were viewed, downloaded or shared most.
///
/// The asker manages the repository, and gets what they see.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/repository/{node_id}/used", tag = "insights",
    operation_id = "insights_used",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        UsedQuery),
    responses((status = OK, body = UsedEntries, description = "One page")))]
pub(crate) async fn list(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<UsedQuery>,
) -> Result<Json<UsedEntries>, Problem> {
    let after = rest::cursor("after", query.after.as_deref())?;
    let limit = query.limit.unwrap_or(DEFAULT).clamp(1, LARGEST);
    let wanted = Wanted {
        period: query.period.unwrap_or_default().period(),
        by: query.by.unwrap_or_default(),
        kind: query.kind,
    };
    let read = security::read_long(&insights.db, &actor, move |c, access| {
        let repository = Repository::find(c, access, node)?;
        c.within(TIMEOUT, |c| page(c, access, repository, wanted, (after.as_ref(), limit)))
    });
    let (items, next) = read.await?;
    Ok(Json(UsedEntries { items, next }))
}

type Page = (Vec<UsedEntry>, Option<String>);

/// It may have fewer than `limit`: what lies in a folder of the bin is left out at the end.
pub(super) fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    wanted: Wanted,
    (after, limit): (Option<&Cursor>, usize),
) -> content::Result<Page> {
    let mut found = most(conn, access, repository, wanted, (after, limit + 1))?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let next = found
        .last()
        .filter(|_| has_more)
        .map(|(number, node)| Cursor { kind: 0, text: String::new(), number: *number, id: node.0 }.encode());
    let nodes: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
    let numbers: HashMap<NodeId, i64> = found.into_iter().map(|(number, node)| (node, number)).collect();
    let entries = entries_of(conn, access, &nodes)?.into_iter();
    let items = entries.filter_map(|entry| Some(UsedEntry { number: *numbers.get(&entry.node())?, entry }));
    Ok((items.collect(), next))
}

/// The index of sums gives them in this order; access is a condition of the statement.
fn most(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    wanted: Wanted,
    (after, limit): (Option<&Cursor>, usize),
) -> content::Result<Vec<(i64, NodeId)>> {
    let acl = access.acl_sql(conn, repository.tenant)?;
    let kind = match wanted.kind {
        None => String::new(),
        Some(InsightsKind::Folder) => format!("AND n.kind = {}", NodeKind::Folder.code()),
        Some(InsightsKind::File) => format!("AND n.kind = {}", NodeKind::File.code()),
    };
    let joined = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = s.node_id");
    let sql = format!(
        "SELECT s.number, s.node_id
         FROM insights_sum s {joined} {}
         WHERE s.repository_id = $1 AND s.days = $2 AND s.kind = $3 AND (s.number, s.node_id) < ($4, $5)
           AND n.repository_id = s.repository_id AND n.state = {READY} {kind} AND {}
         ORDER BY s.number DESC, s.node_id DESC
         LIMIT $6",
        security::JOINED,
        repository.sees("$7", &format!("({acl})"))
    );
    let (number, node) = after.map_or((i64::MAX, i64::MAX), |after| (after.number, after.id));
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = [
        Value::from(repository.id),
        Value::from(wanted.period.days()),
        Value::from(wanted.by.code()),
        Value::from(number),
        Value::from(node),
        Value::from(limit),
        Value::from(repository.scope.set),
    ];
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?)
}
