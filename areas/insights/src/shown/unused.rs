//! `GET insights/repository/{node_id}/unused`: large files that nobody has used for a year.

use axum::extract::State;
use content::{Entry, entries_of};
use db::{Conn, Value};
use nodes::READY;
use primitives::{AppInstanceId, Cursor, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::repository::{Repository, TIMEOUT};
use crate::Insights;
use crate::days::{Day, Period};

/// Entries of a page, and how many there are if nothing is said.
const LARGEST: usize = 100;
const DEFAULT: usize = 20;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UnusedQuery {
    /// 1 to 100; 20 if not given.
    limit: Option<usize>,
    /// `next` of the page before.
    after: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UnusedFiles {
    /// The largest first: of the 1000 largest ones that the last look through the repository's files found.
    items: Vec<Entry>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
    /// Seconds since 1970: what was used before is not known. Null: nothing is counted yet.
    #[schema(required)]
    counted_since: Option<Seconds>,
}

/// Lists files of a repository that came more than a year ago, and that nobody has viewed, downloaded or shared since.
///
/// The asker manages the repository, and gets what they see.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/repository/{node_id}/unused", tag = "insights",
    operation_id = "insights_unused",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        UnusedQuery),
    responses((status = OK, body = UnusedFiles, description = "One page")))]
pub(crate) async fn list(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<UnusedQuery>,
) -> Result<Json<UnusedFiles>, Problem> {
    let after = rest::cursor("after", query.after.as_deref())?;
    let limit = query.limit.unwrap_or(DEFAULT).clamp(1, LARGEST);
    let read = security::read_long(&insights.db, &actor, move |c, access| {
        let repository = Repository::find(c, access, node)?;
        c.within(TIMEOUT, |c| {
            let (items, next) = page(c, access, repository, (after.as_ref(), limit))?;
            let counted_since = repository.counted(c)?.since.map(Day::begins_at);
            Ok::<_, content::Error>(UnusedFiles { items, next, counted_since })
        })
    });
    Ok(Json(read.await?))
}

type Page = (Vec<Entry>, Option<String>);

/// It may have fewer than `limit`: what lies in a folder of the bin is left out at the end.
pub(super) fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    (after, limit): (Option<&Cursor>, usize),
) -> content::Result<Page> {
    let mut found = largest(conn, access, repository, (after, limit + 1))?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let next = found
        .last()
        .filter(|_| has_more)
        .map(|(bytes, node)| Cursor { kind: 0, text: String::new(), number: *bytes, id: node.0 }.encode());
    let nodes: Vec<NodeId> = found.into_iter().map(|(_, node)| node).collect();
    Ok((entries_of(conn, access, &nodes)?, next))
}

fn largest(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    (after, limit): (Option<&Cursor>, usize),
) -> content::Result<Vec<(i64, NodeId)>> {
    let (acl, survey) = (access.acl_sql(conn, repository.tenant)?, repository.counted(conn)?.survey);
    let joined = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = u.node_id");
    // Somebody may have used it since.
    let sql = format!(
        "SELECT u.bytes, u.node_id
         FROM insights_unused u {joined} {}
         WHERE u.repository_id = $1 AND u.survey = $2 AND (u.bytes, u.node_id) < ($3, $4)
           AND n.repository_id = u.repository_id AND n.state = {READY} AND {}
           AND NOT EXISTS (SELECT 1 FROM insights_sum s WHERE s.node_id = u.node_id AND s.days = $6)
         ORDER BY u.bytes DESC, u.node_id DESC
         LIMIT $5",
        security::JOINED,
        repository.sees("$7", &format!("({acl})"))
    );
    let (bytes, node) = after.map_or((i64::MAX, i64::MAX), |after| (after.number, after.id));
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = [
        Value::from(repository.id),
        Value::from(survey),
        Value::from(bytes),
        Value::from(node),
        Value::from(limit),
        Value::from(Period::YEAR.days()),
        Value::from(repository.scope.set),
    ];
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?)
}
