//! Entries that are in another repository by now. What was counted of them goes along some at a time, after the move:
//! until then it is in no list, and in the sums of the repository that they have left.

use std::collections::{BTreeMap, BTreeSet};

use content::RepositoryChanged;
use db::{Conn, Row, Tx, Value, params};
use jobs::{JobContext, JobError, Kind, NewJob, Outcome};
use nodes::in_list;
use primitives::{NodeId, TenantId};
use serde::Deserialize;
use serde_json::json;

use crate::Insights;
use crate::counting::UseCount;
use crate::counting::add::{OfAcl, hold, to_acl};
use crate::days::{Day, KEPT_DAYS, Period};

const MOVED: &str = "insights.moved";
/// So many entries go along with one write.
const AT_ONCE: usize = 100;

#[derive(Deserialize)]
struct Moved {
    node_id: NodeId,
}

pub(crate) fn changed(tx: &mut Tx<'_>, event: &RepositoryChanged) -> db::Result<()> {
    let payload = json!({ "node_id": event.node });
    jobs::enqueue(tx, &NewJob::due(MOVED, &payload, event.header.at).of(event.header.tenant)).map(drop)
}

pub(crate) fn taking_along(insights: &Insights) -> Kind {
    let insights = insights.clone();
    let kind = Kind::new(MOVED, move |context| {
        let insights = insights.clone();
        async move { run(&insights, &context).await }
    });
    kind.in_half_the_places()
}

async fn run(insights: &Insights, context: &JobContext) -> Result<Outcome, JobError> {
    let (db, today) = (&insights.db, Day::of(insights.clock.now()));
    let node = context.payload::<Moved>()?.node_id;
    let left = db.read_long(move |c| left_behind(c, node)).await?;
    for some in left.chunks(AT_ONCE) {
        if context.shutdown.is_cancelled() {
            return Ok(Outcome::Again(insights.clock.now()));
        }
        let some = some.to_vec();
        db.write(move |tx| take_along(tx, &some, today)).await?;
    }
    Ok(Outcome::Done)
}

/// The entries at and below a node of which something is counted in another repository.
fn left_behind(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Vec<NodeId>> {
    let sql = "WITH RECURSIVE down (node_id) AS (
                 SELECT node_id FROM nodes_node WHERE node_id = $1
                 UNION ALL
                 SELECT n.node_id FROM down CROSS JOIN nodes_node n WHERE n.parent_id = down.node_id
               )
               SELECT n.node_id FROM down CROSS JOIN nodes_node n
               WHERE n.node_id = down.node_id AND (
                 EXISTS (SELECT 1 FROM insights_sum s WHERE s.node_id = n.node_id AND s.repository_id <> n.repository_id)
                 OR EXISTS (SELECT 1 FROM insights_unused u
                            WHERE u.node_id = n.node_id AND u.repository_id <> n.repository_id))";
    conn.rows(sql, params![node], |row| row.get(0))
}

/// Gives what is counted of these entries to the repositories that they are in. A survey may do so at the same time.
pub(crate) fn take_along(tx: &mut Tx<'_>, nodes: &[NodeId], today: Day) -> db::Result<()> {
    let (list, values) = in_list(1, nodes);
    let sql = format!("SELECT DISTINCT n.tenant_id FROM nodes_node n WHERE n.node_id IN ({list})");
    let tenants: BTreeSet<TenantId> = tx.rows(&sql, &values, |row| row.get(0))?.into_iter().collect();
    hold(tx, &tenants)?;
    for (of, count) in of_acls(tx, nodes, today)? {
        to_acl(tx, of, count)?;
    }
    for table in ["insights_sum", "insights_unused"] {
        let sql = format!(
            "UPDATE {table}
             SET repository_id = (SELECT n.repository_id FROM nodes_node n WHERE n.node_id = {table}.node_id)
             WHERE node_id IN ({list})"
        );
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// What the sums of each access get, or lose. The sum of a year names the repository in which an entry is counted.
fn of_acls(conn: &mut Conn<'_>, nodes: &[NodeId], today: Day) -> db::Result<BTreeMap<OfAcl, UseCount>> {
    let (list, ids) = in_list(3, nodes);
    let sql = format!(
        "SELECT s.repository_id, n.repository_id, d.day, d.acl_id, d.tenant_id, CAST(SUM(d.views) AS BIGINT),
           CAST(SUM(d.downloads) AS BIGINT), CAST(SUM(d.shares) AS BIGINT)
         FROM (SELECT DISTINCT node_id, repository_id FROM insights_sum WHERE days = $2 AND node_id IN ({list})) s
         JOIN nodes_node n ON n.node_id = s.node_id AND n.repository_id <> s.repository_id
         JOIN insights_day d ON d.node_id = s.node_id AND d.day >= $1 AND NOT d.is_month
         GROUP BY s.repository_id, n.repository_id, d.day, d.acl_id, d.tenant_id"
    );
    let head = [Value::from(today.before(KEPT_DAYS).0), Value::from(Period::YEAR.days())];
    let values: Vec<_> = head.into_iter().chain(ids).collect();
    let mut changes: BTreeMap<OfAcl, UseCount> = BTreeMap::new();
    for (from, into, count) in conn.rows(&sql, &values, read)? {
        let UseCount { views, downloads, shares } = count;
        let less = UseCount { views: -views, downloads: -downloads, shares: -shares };
        for (of, count) in [(from, less), (into, count)] {
            let change = changes.entry(of).or_default();
            *change = change.and(count);
        }
    }
    Ok(changes)
}

/// Where it is counted, where it is to be, and how much.
fn read(row: &Row<'_>) -> db::Result<(OfAcl, OfAcl, UseCount)> {
    let (day, acl, tenant) = (Day(row.get(2)?), row.get(3)?, row.get(4)?);
    let count = UseCount { views: row.get(5)?, downloads: row.get(6)?, shares: row.get(7)? };
    Ok(((row.get(0)?, day, acl, tenant), (row.get(1)?, day, acl, tenant), count))
}
