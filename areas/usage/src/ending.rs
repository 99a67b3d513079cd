//! `GET usage/ending`: entries whose rights of use end soon, for who writes there.

use std::collections::HashMap;

use axum::extract::State;
use content::entries_of;
use db::Conn;
use primitives::{AppInstanceId, NodeId, NodeRole, Seconds, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

use crate::terms;
use crate::{Error, Result, Usage};

const DAY: Seconds = 86_400;
/// Ends within so long are soon, and those of so long ago are told, too.
const SOON: Seconds = 30 * DAY;
const AGO: Seconds = 7 * DAY;
/// Entries of the list.
const MOST: usize = 50;
/// So many terms are read for it, in steps: others may be those of entries that the asker does not write.
const STEP: i64 = 100;
const STEPS: usize = 5;

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

/// Those of one tenant that the asker writes.
fn of_tenant(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    now: Seconds,
) -> Result<Vec<terms::Place>> {
    let (mut found, mut after) = (Vec::new(), (now - AGO, NodeId(0)));
    for _ in 0..STEPS {
        let step = terms::ending(conn, tenant, (now - AGO, now + SOON), after, STEP)?;
        let Some(last) = step.last().copied() else { break };
        for (until, node) in step {
            match access.find_visible(conn, node) {
                Ok(seen) if seen.facts.role >= Some(NodeRole::Writer) => found.push((until, node)),
                Ok(_) | Err(security::Error::Denied(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if found.len() >= MOST {
            break;
        }
        after = last;
    }
    Ok(found)
}
