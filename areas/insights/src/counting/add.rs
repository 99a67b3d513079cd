//! Adds counts to the rows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::{Conn, Tx, Value, params};
use links::LinkId;
use nodes::in_list;
use primitives::{NodeId, RepositoryId, TenantId};
use security::AclId;

use super::place::Placed;
use super::waiting::{OfLink, UseCount};
use crate::days::{Day, Period};

/// All uses of entries with one access on a day.
pub(crate) type OfAcl = (RepositoryId, Day, AclId, TenantId);

/// With the number of a tenant, the lock of what is counted of its entries: "uses".
const LOCKS: i64 = 0x7573_6573 << 32;

/// Locks what is counted of the tenants' entries for this transaction (PostgreSQL). Of two that add to it or take it to
/// other repositories, the second finds what the first has done. All take these locks first, and in one order.
pub(crate) fn hold(tx: &mut Tx<'_>, tenants: &BTreeSet<TenantId>) -> db::Result<()> {
    tenants.iter().try_for_each(|tenant| tx.lock(LOCKS | tenant.0))
}

pub(super) fn of_entries(tx: &mut Tx<'_>, placed: &[Placed]) -> db::Result<()> {
    let began: BTreeSet<(TenantId, Day)> = placed.iter().map(|one| (one.tenant, one.day)).collect();
    hold(tx, &began.iter().map(|(tenant, _)| *tenant).collect())?;
    for (tenant, day) in began {
        begin(tx, tenant, day)?;
    }
    let counted_in = repositories(tx, placed)?;
    let mut of_acls: BTreeMap<OfAcl, UseCount> = BTreeMap::new();
    for one in placed {
        let repository = counted_in.get(&one.node).copied().unwrap_or(one.repository);
        let one = &Placed { repository, ..*one };
        to_day(tx, one)?;
        to_sums(tx, one)?;
        let count = of_acls.entry((repository, one.day, one.acl, one.tenant)).or_default();
        *count = count.and(one.count);
    }
    of_acls.into_iter().try_for_each(|(of, count)| to_acl(tx, of, count))
}

/// Where the entries are counted that were used before. One that has just gone into another repository is counted where it
/// was, until what was counted before has gone along.
fn repositories(conn: &mut Conn<'_>, placed: &[Placed]) -> db::Result<HashMap<NodeId, RepositoryId>> {
    let nodes: Vec<NodeId> = placed.iter().map(|one| one.node).collect();
    let (list, ids) = in_list(2, &nodes);
    let sql = format!("SELECT node_id, repository_id FROM insights_sum WHERE days = $1 AND node_id IN ({list})");
    let values: Vec<_> = std::iter::once(Value::from(Period::YEAR.days())).chain(ids).collect();
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

/// The tenant's uses are counted from this day on, if they were not before.
pub(crate) fn begin(tx: &mut Tx<'_>, tenant: TenantId, day: Day) -> db::Result<()> {
    tx.run(
        "INSERT INTO insights_tenant (tenant_id, counted_since, summed_to, survey, surveyed_at, leased_until)
         VALUES ($1, $2, $3, 0, NULL, 0)
         ON CONFLICT (tenant_id) DO NOTHING",
        // It is due at once.
        params![tenant, day.0, day.before(1).0],
    )?;
    Ok(())
}

fn to_day(tx: &mut Tx<'_>, one: &Placed) -> db::Result<()> {
    let UseCount { views, downloads, shares } = one.count;
    tx.run(
        "INSERT INTO insights_day (node_id, tenant_id, day, acl_id, is_month, views, downloads, shares)
         VALUES ($1, $2, $3, $4, FALSE, $5, $6, $7)
         ON CONFLICT (node_id, day, acl_id) DO UPDATE SET
           views = insights_day.views + excluded.views,
           downloads = insights_day.downloads + excluded.downloads,
           shares = insights_day.shares + excluded.shares",
        params![one.node, one.tenant, one.day.0, one.acl, views, downloads, shares],
    )?;
    Ok(())
}

fn to_sums(tx: &mut Tx<'_>, one: &Placed) -> db::Result<()> {
    for (kind, number) in [one.count.views, one.count.downloads, one.count.shares].into_iter().enumerate() {
        if number == 0 {
            continue;
        }
        let kind = i64::try_from(kind).unwrap_or_default();
        for period in Period::ALL {
            tx.run(
                "INSERT INTO insights_sum (node_id, repository_id, days, kind, number) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (node_id, days, kind) DO UPDATE SET number = insights_sum.number + excluded.number",
                params![one.node, one.repository, period.days(), kind, number],
            )?;
        }
    }
    Ok(())
}

pub(crate) fn to_acl(tx: &mut Tx<'_>, of: OfAcl, count: UseCount) -> db::Result<()> {
    let ((repository, day, acl, tenant), UseCount { views, downloads, shares }) = (of, count);
    tx.run(
        "INSERT INTO insights_acl_day (repository_id, day, acl_id, tenant_id, views, downloads, shares)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (repository_id, day, acl_id) DO UPDATE SET
           views = insights_acl_day.views + excluded.views,
           downloads = insights_acl_day.downloads + excluded.downloads,
           shares = insights_acl_day.shares + excluded.shares",
        params![repository, day.0, acl, tenant, views, downloads, shares],
    )?;
    Ok(())
}

/// Links that are gone are left out.
pub(super) fn of_links(tx: &mut Tx<'_>, counted: &[OfLink]) -> db::Result<()> {
    for ((link, day), count) in counted {
        to_link(tx, *link, *day, *count)?;
    }
    Ok(())
}

fn to_link(tx: &mut Tx<'_>, link: LinkId, day: Day, count: UseCount) -> db::Result<()> {
    tx.run(
        "INSERT INTO insights_link_day (link_id, day, visits, downloads)
         SELECT l.link_id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT)
         FROM links_link l
         WHERE l.link_id = $1
         ON CONFLICT (link_id, day) DO UPDATE SET
           visits = insights_link_day.visits + excluded.visits,
           downloads = insights_link_day.downloads + excluded.downloads",
        params![link, day.0, count.views, count.downloads],
    )?;
    Ok(())
}
