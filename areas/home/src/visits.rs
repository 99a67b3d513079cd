//! `POST home/visit/{node_id}`: a person opened an entry. The latest visits of each person are kept.

use axum::extract::State;
use axum::http::StatusCode;
use content::{Use, UseKind, UsedBy, tell_use};
use db::{Tx, params};
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use security::See;
use serde::Deserialize;

use crate::Home;
use crate::error::{Error, Result};

/// How many entries of one person are kept.
const KEPT: i64 = 100;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = HomeVisit)]
pub struct Visit {
    /// How far the person came: the page of a document, from 1. The last one stays if it is not given.
    #[serde(default)]
    #[schema(minimum = 1)]
    position: Option<u32>,
}

/// Notes that the asker opened an entry.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/home/visit/{node_id}", tag = "home",
    operation_id = "home_visit", request_body = Visit,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is noted")))]
pub async fn visit(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(visit): Json<Visit>,
) -> Result<StatusCode, Problem> {
    let position = visit.position.map(i64::from);
    if position == Some(0) {
        return Err(Problem::invalid("position", "invalid"));
    }
    let (user, now) = (actor.user, home.clock.now());
    let noted = security::write(&home.db, &actor, move |tx, access| {
        access.authorize::<See>(tx, node)?;
        Ok::<_, Error>(note(tx, user, node, position, now)?)
    });
    noted.await?;
    tell_use(&home.db, &Use { kind: UseKind::Viewed, nodes: &[node], by: UsedBy::Person(user), at: now });
    Ok(StatusCode::NO_CONTENT)
}

/// Notes the visit, and forgets the oldest beyond those that are kept. Whether the person may see the node is not asked.
pub fn note(tx: &mut Tx<'_>, user: UserId, node: NodeId, position: Option<i64>, now: Seconds) -> db::Result<()> {
    tx.run(
        "INSERT INTO home_visit (users_id, node_id, visited_at, position) VALUES ($1, $2, $3, $4)
         ON CONFLICT (users_id, node_id) DO UPDATE
           SET visited_at = excluded.visited_at, position = COALESCE(excluded.position, home_visit.position)",
        params![user, node, now, position],
    )?;
    tx.run(
        "DELETE FROM home_visit
         WHERE users_id = $1 AND node_id IN (
           SELECT v.node_id FROM home_visit v
           WHERE v.users_id = $1
           ORDER BY v.visited_at DESC, v.node_id DESC
           LIMIT 1000 OFFSET $2)",
        params![user, KEPT],
    )?;
    Ok(())
}
