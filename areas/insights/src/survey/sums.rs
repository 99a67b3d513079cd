//! Sums of the last days lose what is no longer of these days.

use db::{Db, Tx, Value, params};
use nodes::in_list;
use primitives::{NodeId, TenantId};

use crate::days::{Day, Period};

/// The sums of so many entries are made up with one write.
const AT_ONCE: i64 = 100;

/// Makes the sums up that end `today`; those that ended with `before` are right.
pub(super) async fn make_up(db: &Db, tenant: TenantId, (before, today): (Day, Day)) -> db::Result<()> {
    for period in Period::ALL {
        let last = period.after(today);
        // Each of these days has fallen out.
        for day in period.after(before).0 + 1..=last.0 {
            without(db, tenant, Day(day), (period, last)).await?;
        }
    }
    Ok(())
}

/// Makes the sums of the entries up that were used on `day`.
async fn without(db: &Db, tenant: TenantId, day: Day, (period, last): (Period, Day)) -> db::Result<()> {
    let mut node = NodeId(0);
    loop {
        let after = node;
        let used = db.read(move |c| {
            let sql = "SELECT DISTINCT d.node_id FROM insights_day d
                       WHERE d.tenant_id = $1 AND d.day = $2 AND d.node_id > $3 AND NOT d.is_month
                       ORDER BY d.node_id
                       LIMIT $4";
            c.rows(sql, params![tenant, day.0, after, AT_ONCE], |row| row.get::<NodeId>(0))
        });
        let nodes = used.await?;
        let Some(last_node) = nodes.last().copied() else { return Ok(()) };
        db.write(move |tx| sum(tx, period, last, &nodes)).await?;
        node = last_node;
    }
}

/// The sums of these entries over what came after `last`.
fn sum(tx: &mut Tx<'_>, period: Period, last: Day, nodes: &[NodeId]) -> db::Result<()> {
    let (list, ids) = in_list(2, nodes);
    let values: Vec<_> = std::iter::once(Value::from(period.days())).chain(ids).collect();
    tx.run(&format!("DELETE FROM insights_sum WHERE days = $1 AND node_id IN ({list})"), &values)?;
    for (kind, column) in ["views", "downloads", "shares"].into_iter().enumerate() {
        let kind = i64::try_from(kind).unwrap_or_default();
        let (list, ids) = in_list(4, nodes);
        let sql = format!(
            "INSERT INTO insights_sum (node_id, repository_id, days, kind, number)
             SELECT d.node_id, n.repository_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST(SUM(d.{column}) AS BIGINT)
             FROM insights_day d
             JOIN nodes_node n ON n.node_id = d.node_id
             WHERE d.node_id IN ({list}) AND d.day > $3 AND NOT d.is_month
             GROUP BY d.node_id, n.repository_id
             HAVING SUM(d.{column}) > 0"
        );
        let head = [Value::from(period.days()), Value::from(kind), Value::from(last.0)];
        let values: Vec<_> = head.into_iter().chain(ids).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}
