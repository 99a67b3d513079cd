//! `POST received/folder/{node_id}/reject`: received files are deleted.

use std::collections::HashSet;
use std::sync::Arc;

use audit::{Act, Author, Object};
use authz::Permit;
use axum::extract::State;
use content::{Upload, turn_down};
use db::Tx;
use nodes::Node;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Deserialize;
use serde_json::json;

use super::decision::{Decided, Undecided, left, meant};
use super::{bell, store};
use crate::Links;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ReceivedRejection)]
pub struct Rejection {
    /// At most 50; if it is not given, the first 50 that wait.
    #[schema(max_items = 50)]
    node_ids: Option<Vec<NodeId>>,
}

/// Rejects received files: they are deleted for good. What somebody else has decided about is told as failed.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/received/folder/{node_id}/reject", tag = "link",
    operation_id = "received_reject", request_body = Rejection,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Decided, description = "What became of each")))]
pub async fn reject(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, folder)): Path<(AppInstanceId, NodeId)>,
    Json(wanted): Json<Rejection>,
) -> Result<Json<Decided>, Problem> {
    let nodes = meant(&links, &actor, (folder, wanted.node_ids)).await?;
    let (author, now) = (Author::from(&*actor), links.clock.now());
    let also = Arc::new(move |tx: &mut Tx<'_>, permit: &Permit<Upload>, files: &[Node]| {
        record(tx, permit, files, (author, now))
    });
    let done = turn_down(&links.content, &actor, (folder, nodes.clone()), also).await?;
    let gone: HashSet<NodeId> = done.iter().copied().collect();
    let others = nodes.into_iter().filter(|node| !gone.contains(node));
    let failed = others.map(|node_id| Undecided { node_id, code: "not_found".to_owned() }).collect();
    Ok(Json(Decided { done, failed, left: left(&links, folder).await? }))
}

/// In the transaction that deletes them. The log tells it of the folder: the files are nowhere any more.
fn record(
    tx: &mut Tx<'_>,
    permit: &Permit<Upload>,
    files: &[Node],
    (author, now): (Author, Seconds),
) -> db::Result<()> {
    let nodes: Vec<NodeId> = files.iter().map(|file| file.id).collect();
    let came = store::came(tx, &nodes)?;
    store::forget(tx, &nodes)?;
    bell::decided(tx, came.values().filter_map(|one| one.link))?;
    let folder = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
    for file in files {
        let one = came.get(&file.id);
        let act = Act::new("received_reject", permit.tenant(), Object::new("node", folder.id.0, &folder.name));
        let act = act.before(json!({
            "name": file.name,
            "size": file.size,
            "link_id": one.and_then(|one| one.link),
            "sender": one.map(|one| one.sender.as_str()),
        }));
        audit::record(tx, author, act, now);
    }
    Ok(())
}
