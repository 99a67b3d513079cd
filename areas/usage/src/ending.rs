//! `GET usage/ending`: entries whose rights of use end soon, for who writes there.

use std::collections::HashMap;

use axum::extract::State;
use content::entries_of;
use db::{Conn, params};
use nodes::READY;
use primitives::{AppInstanceId, NodeId, NodeRole, Seconds, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

use crate::{Error, Result, Usage};

const DAY: Seconds = 86_400;
/// Ends within so long are soon, and those of so long ago are told, too.
const SOON: Seconds = 30 * DAY;
const AGO: Seconds = 7 * DAY;
/// Entries of the list.
const MOST: usize = 50;
/// Of each tenant, so many terms are looked at: others may be those of entries that the asker does not write.
const LOOKED_AT: i64 = 5_000;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct EndingEntries {
    /// At most 50, the first to end first.
    items: Vec<EndingEntry>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct EndingEntry {
    /// Seconds since 1970.
    usable_until: Seconds,
    entry: content::Entry,
}

/// Lists entries whose time of use ends within 30 days or has ended in the last seven, and that the asker may change.
///
/// What only lies in such a folder is not listed.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/usage/ending", tag = "usage",
    operation_id = "usage_ending", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = EndingEntries, description = "At most 50 entries")))]
pub(crate) async fn list(
    State(usage): State<Usage>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Json<EndingEntries>, Problem> {
    let now = usage.clock.now();
    let read = security::read_long(&usage.db, &actor, move |c, access| {
        let mut found = Vec::new();
        for tenant in access.actor().tenants() {
            found.extend(of_tenant(c, access, tenant, now)?);
        }
        found.sort_unstable();
        found.truncate(MOST);
        let nodes: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
        let ends: HashMap<NodeId, Seconds> = found.into_iter().map(|(until, node)| (node, until)).collect();
        let entries = entries_of(c, access, &nodes)?;
        let told = entries.into_iter().filter_map(|entry| {
            let usable_until = *ends.get(&entry.node())?;
            Some(EndingEntry { usable_until, entry })
        });
        Ok::<_, Error>(told.collect::<Vec<_>>())
    });
    Ok(Json(EndingEntries { items: read.await? }))
}

/// Those of one tenant that the asker writes: access is a condition of the statement.
fn of_tenant(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    now: Seconds,
) -> Result<Vec<(Seconds, NodeId)>> {
    let scope = access.scope(conn, tenant)?;
    let acl = access.acl_sql(conn, tenant)?;
    let sql = format!(
        "SELECT t.usable_until, n.node_id
         FROM (
           SELECT node_id, usable_until FROM usage_term
           WHERE tenant_id = $2 AND usable_until >= $3 AND usable_until <= $4
           ORDER BY usable_until, node_id
           LIMIT $5
         ) t
         JOIN nodes_node n ON n.node_id = t.node_id
         {}
         WHERE n.state = {READY} AND {} >= $6
         ORDER BY t.usable_until, n.node_id
         LIMIT $7",
        security::JOINED,
        scope.role("$1", &format!("({acl})"))
    );
    let (from, to) = (now - AGO, now + SOON);
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let values = params![scope.set, tenant, from, to, LOOKED_AT, NodeRole::Writer.code(), most];
    Ok(conn.rows(&sql, values, |row| Ok((row.get(0)?, row.get(1)?)))?)
}
