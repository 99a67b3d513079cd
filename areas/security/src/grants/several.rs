//! `POST grant/collection`: gives a group or a user the same role on several nodes.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem, Rule};

use super::change::give_to;
use super::model::{GrantList, NewGrantsForm};
use crate::{Security, write};

/// So many nodes at once: all of them change in one write, and other writes wait for it.
const MOST: usize = 100;

/// Gives the same access to several nodes, for managers of all of them: to all, or to none. A node that
/// is named twice is changed once.
#[utoipa::path(
    post,
    path = "/api/node/grant/collection",
    operation_id = "grant_create_several",
    tag = "node",
    request_body = NewGrantsForm,
    responses((status = 201, description = "The grants, in the order of the nodes", body = GrantList))
)]
pub(crate) async fn create_grants(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewGrantsForm>,
) -> Result<(StatusCode, Json<GrantList>), Problem> {
    let requested = form.requested()?;
    match form.node_ids.len() {
        0 => return Err(Problem::invalid("node_ids", Rule::Mandatory.key())),
        1..=MOST => {}
        _ => return Err(Problem::refused(vec![Rule::MaxLength(MOST).of("node_ids")])),
    }
    let mut named = BTreeSet::new();
    let nodes: Vec<_> = form.node_ids.into_iter().filter(|node| named.insert(*node)).collect();
    let now = security.clock.now();
    let given = write(&security.db, &actor, move |tx, access| {
        give_to(tx, access, &nodes, &requested, "grant_create_several", now)
    });
    let items = given.await.map_err(|error| Problem::from(error).named_by("node_ids"))?;
    Ok((StatusCode::CREATED, Json(GrantList { total: items.len(), items })))
}
