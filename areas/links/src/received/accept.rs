//! `POST received/folder/{node_id}/accept`: received files become entries of the folder.

use std::sync::Arc;

use audit::{Act, Author, Object};
use authz::Permit;
use axum::extract::State;
use content::{OnNameTaken, TakenIn, Upload, take_in};
use db::Tx;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::decision::{Decided, Undecided, left, meant};
use super::{accepted, bell, store};
use crate::Links;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ReceivedAcceptance)]
pub struct Acceptance {
    /// At most 50; if it is not given, the first 50 that wait.
    #[schema(max_items = 50)]
    node_ids: Option<Vec<NodeId>>,
    /// A file of the folder with the same name gets the content as its new version. Otherwise the received file gets a
    /// number.
    #[serde(default)]
    replace: bool,
}

/// Accepts received files: they become entries of the folder. What somebody else has decided about is told as failed.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/received/folder/{node_id}/accept", tag = "link",
    operation_id = "received_accept", request_body = Acceptance,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Decided, description = "What became of each")))]
pub async fn accept(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, folder)): Path<(AppInstanceId, NodeId)>,
    Json(wanted): Json<Acceptance>,
) -> Result<Json<Decided>, Problem> {
    let nodes = meant(&links, &actor, (folder, wanted.node_ids)).await?;
    let how = if wanted.replace { OnNameTaken::Replace } else { OnNameTaken::KeepBoth };
    let (mut done, mut failed) = (Vec::with_capacity(nodes.len()), Vec::new());
    for node in nodes {
        let (author, now) = (Author::from(&*actor), links.clock.now());
        let also = Arc::new(move |tx: &mut Tx<'_>, permit: &Permit<Upload>, taken: &TakenIn| {
            record(tx, permit, taken, (author, now))
        });
        match take_in(&links.content, &actor, (folder, node), how, also).await {
            Ok(_) => done.push(node),
            Err(error) => {
                let problem = Problem::from(error);
                if problem.status().is_server_error() && done.is_empty() {
                    return Err(problem);
                }
                failed.push(Undecided { node_id: node, code: problem.code().to_owned() });
            }
        }
    }
    Ok(Json(Decided { done, failed, left: left(&links, folder).await? }))
}

/// In the transaction in which it becomes an entry.
fn record(
    tx: &mut Tx<'_>,
    permit: &Permit<Upload>,
    taken: &TakenIn,
    (author, now): (Author, Seconds),
) -> db::Result<()> {
    let Some(came) = store::came(tx, &[taken.waited])?.remove(&taken.waited) else { return Ok(()) };
    store::forget(tx, &[taken.waited])?;
    accepted::note(tx, taken.entry, &came, (permit.actor(), now))?;
    bell::decided(tx, came.link)?;
    let act =
        Act::new("received_accept", permit.tenant(), Object::new("node", taken.entry.0, &taken.name)).after(json!({
            "parent_id": permit.node(),
            "link_id": came.link,
            "sender": came.sender,
            "has_replaced": taken.has_replaced,
        }));
    audit::record(tx, author, act, now);
    Ok(())
}
