//! `GET insights/entry/{node_id}`: how often an entry was used.

use axum::extract::State;
use db::{Conn, params};
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::Serialize;

use super::asked::PeriodQuery;
use super::over_time::InsightsDay;
use crate::Insights;
use crate::acts::SeeUses;
use crate::counting::UseCount;
use crate::days::{Day, Period};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct EntryUses {
    /// Seconds since 1970: the beginning of the first day, in UTC.
    from: Seconds,
    /// How many days there are, today included.
    days: i64,
    /// Seconds since 1970: what was before is not known. Null: nothing is counted yet.
    #[schema(required)]
    counted_since: Option<Seconds>,
    /// The days on which it was used, the first one first.
    items: Vec<InsightsDay>,
    /// How often since it is counted, for at most five years.
    ever: UseNumbers,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UseNumbers {
    views: i64,
    downloads: i64,
    shares: i64,
}

/// Tells how often an entry was viewed, downloaded and shared by links, day by day. The asker manages it.
///
/// A folder is viewed when somebody opens it, and downloaded as a whole; what is in it is not part of its numbers.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/entry/{node_id}", tag = "insights",
    operation_id = "insights_entry",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PeriodQuery),
    responses((status = OK, body = EntryUses, description = "The days of the period")))]
pub(crate) async fn show(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<EntryUses>, Problem> {
    let (period, today) = (query.period(), Day::of(insights.clock.now()));
    let read = security::read(&insights.db, &actor, move |c, access| {
        let permit = access.authorize::<SeeUses>(c, node)?;
        let since = "SELECT counted_since FROM insights_tenant WHERE tenant_id = $1";
        let since = c.find(since, params![permit.tenant()], |row| Ok(Day(row.get(0)?)))?;
        Ok::<_, security::Error>(told(c, (node, since), (period, today))?)
    });
    Ok(Json(read.await?))
}

fn told(
    conn: &mut Conn<'_>,
    (node, since): (NodeId, Option<Day>),
    (period, today): (Period, Day),
) -> db::Result<EntryUses> {
    let days = "SELECT d.day, CAST(SUM(d.views) AS BIGINT), CAST(SUM(d.downloads) AS BIGINT),
                  CAST(SUM(d.shares) AS BIGINT)
                FROM insights_day d
                WHERE d.node_id = $1 AND d.day > $2 AND NOT d.is_month
                GROUP BY d.day
                ORDER BY d.day";
    let items = conn.rows(days, params![node, period.after(today).0], |row| {
        let count = UseCount { views: row.get(1)?, downloads: row.get(2)?, shares: row.get(3)? };
        Ok(InsightsDay::of(Day(row.get(0)?), count))
    })?;
    let ever = "SELECT CAST(COALESCE(SUM(d.views), 0) AS BIGINT), CAST(COALESCE(SUM(d.downloads), 0) AS BIGINT),
                  CAST(COALESCE(SUM(d.shares), 0) AS BIGINT)
                FROM insights_day d
                WHERE d.node_id = $1";
    let ever = conn.get(ever, params![node], |row| {
        Ok(UseNumbers { views: row.get(0)?, downloads: row.get(1)?, shares: row.get(2)? })
    })?;
    Ok(EntryUses {
        from: period.after(today).before(-1).begins_at(),
        days: period.days(),
        counted_since: since.map(Day::begins_at),
        items,
        ever,
    })
}
