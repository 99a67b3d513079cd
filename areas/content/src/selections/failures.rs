//! `GET selection/failures/{bg_action_id}`: which entries an act on many could not be done with, or a copy not be made of,
//! and why.

use authz::Denied;
use axum::extract::State;
use db::{Conn, params};
use nodes::NodeState;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use security::{Access, See};
use serde::Serialize;

use super::batch::{BatchId, EntryState};
use super::ends;
use super::selection::is_refusal;
use crate::copies::{self, Reason};
use crate::{Content, Error, Result};

/// So many are listed.
const MOST: i64 = 100;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BatchFailures {
    /// At most 100.
    #[schema(max_items = 100)]
    items: Vec<BatchFailure>,
    /// All of them.
    total: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BatchFailure {
    node_id: NodeId,
    /// Null if it is gone, or if the asker may not see it.
    #[schema(required)]
    name: Option<String>,
    /// The code of the problem; null if none is known.
    #[schema(required)]
    reason: Option<String>,
}

/// Lists the entries that one's own act could not be done with.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/selection/failures/{bg_action_id}", tag = "content",
    operation_id = "selection_failures",
    params(("application_instance_id" = i64, Path), ("bg_action_id" = String, Path, description = "The background action")),
    responses((status = OK, body = BatchFailures, description = "The first of them")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, bg_action_id)): Path<(AppInstanceId, String)>,
) -> Result<Json<BatchFailures>, Problem> {
    let read = security::read(&content.db, &actor, move |c, access| {
        let (failed, total) = match ends::find(c, access.actor().user, &bg_action_id)? {
            Some(batch) => failures(c, batch.id)?,
            None => {
                let of = (access.actor().user, bg_action_id.as_str());
                copies::failures(c, of, MOST)?.ok_or(Error::from(Denied::Invisible))?
            }
        };
        let mut items = Vec::with_capacity(failed.len());
        for (node_id, reason) in failed {
            items.push(BatchFailure { node_id, name: name(c, access, node_id)?, reason });
        }
        Ok::<_, Error>(BatchFailures { items, total })
    });
    Ok(Json(read.await?))
}

/// The first entries that stay, and how many there are.
fn failures(conn: &mut Conn<'_>, batch: BatchId) -> db::Result<(Vec<Reason>, i64)> {
    let sql = "SELECT node_id, reason FROM content_batch_entry WHERE batch_id = $1 AND state = $2
               ORDER BY tenant_id, node_id
               LIMIT $3";
    let stays = EntryState::Stays.code();
    let first = conn.rows(sql, params![batch, stays, MOST], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let count = "SELECT COUNT(*) FROM content_batch_entry WHERE batch_id = $1 AND state = $2";
    Ok((first, conn.get(count, params![batch, stays], |row| row.get(0))?))
}

fn name(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<Option<String>> {
    let Some(found) = nodes::find(conn, node)? else { return Ok(None) };
    let seen = match found.state {
        NodeState::Binned => access.authorize_binned::<See>(conn, node).map(|_| ()),
        NodeState::Ready | NodeState::Staging => access.authorize::<See>(conn, node).map(|_| ()),
    };
    match seen.map_err(Error::from) {
        Ok(()) => Ok(Some(found.name)),
        Err(error) if is_refusal(&error) => Ok(None),
        Err(error) => Err(error),
    }
}
