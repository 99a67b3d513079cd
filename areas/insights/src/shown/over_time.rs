//! `GET insights/repository/{node_id}`: how often what is in a repository was used on each day.

use axum::extract::State;
use db::{Conn, params};
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::Serialize;

use super::asked::PeriodQuery;
use super::repository::{Repository, TIMEOUT};
use crate::Insights;
use crate::counting::UseCount;
use crate::days::{Day, Period};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositoryInsights {
    /// Seconds since 1970: the beginning of the first day, in UTC.
    from: Seconds,
    /// How many days there are, today included.
    days: i64,
    /// Seconds since 1970: what was before is not known. Null: nothing is counted yet.
    #[schema(required)]
    counted_since: Option<Seconds>,
    /// When its files were looked through last; null: not yet.
    #[schema(required)]
    surveyed_at: Option<Seconds>,
    /// The days on which something was used, the first one first.
    items: Vec<InsightsDay>,
}

/// How often entries that the asker sees were used on a day.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct InsightsDay {
    /// Seconds since 1970: its beginning, in UTC.
    pub day: Seconds,
    pub views: i64,
    pub downloads: i64,
    pub shares: i64,
}

impl InsightsDay {
    pub fn of(day: Day, count: UseCount) -> Self {
        let UseCount { views, downloads, shares } = count;
        Self { day: day.begins_at(), views, downloads, shares }
    }
}

/// Tells how often entries of a repository were viewed, downloaded and shared by links, day by day.
///
/// The asker manages the repository; what they do not see is not counted. Who used something is not known.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/repository/{node_id}", tag = "insights",
    operation_id = "insights_show",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        PeriodQuery),
    responses((status = OK, body = RepositoryInsights, description = "The days of the period")))]
pub(crate) async fn show(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<RepositoryInsights>, Problem> {
    let (period, today) = (query.period(), Day::of(insights.clock.now()));
    let read = security::read_long(&insights.db, &actor, move |c, access| {
        let repository = Repository::find(c, access, node)?;
        c.within(TIMEOUT, |c| Ok::<_, security::Error>(told(c, repository, (period, today))?))
    });
    Ok(Json(read.await?))
}

fn told(conn: &mut Conn<'_>, repository: Repository, (period, today): (Period, Day)) -> db::Result<RepositoryInsights> {
    let counted = repository.counted(conn)?;
    let items = days(conn, repository, period.after(today))?;
    Ok(RepositoryInsights {
        from: period.after(today).before(-1).begins_at(),
        days: period.days(),
        counted_since: counted.since.map(Day::begins_at),
        surveyed_at: counted.surveyed_at,
        items,
    })
}

/// Those after `before` on which something was used.
pub(super) fn days(conn: &mut Conn<'_>, repository: Repository, before: Day) -> db::Result<Vec<InsightsDay>> {
    let sql = format!(
        "SELECT d.day, CAST(SUM(d.views) AS BIGINT), CAST(SUM(d.downloads) AS BIGINT), CAST(SUM(d.shares) AS BIGINT)
         FROM insights_acl_day d
         WHERE d.repository_id = $1 AND d.day > $2 AND {}
         GROUP BY d.day
         HAVING SUM(d.views) + SUM(d.downloads) + SUM(d.shares) > 0
         ORDER BY d.day",
        repository.sees("$3", "d.acl_id")
    );
    conn.rows(&sql, params![repository.id, before.0, repository.scope.set], |row| {
        let count = UseCount { views: row.get(1)?, downloads: row.get(2)?, shares: row.get(3)? };
        Ok(InsightsDay::of(Day(row.get(0)?), count))
    })
}
