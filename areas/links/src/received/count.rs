//! `GET received/folder/{node_id}/count`: whether anything waits, for the page of a folder.

use axum::extract::State;
use content::Upload;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::store;
use crate::{Error, Links};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReceivedCount {
    count: i64,
}

/// How many files that visitors of links have sent to a folder wait. Asked by whoever may upload there.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/received/folder/{node_id}/count", tag = "link",
    operation_id = "received_count",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = ReceivedCount, description = "Their number")))]
pub async fn count(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, folder)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<ReceivedCount>, Problem> {
    let read = security::read(&links.db, &actor, move |c, access| {
        access.authorize::<Upload>(c, folder)?;
        Ok::<_, Error>(store::count_in(c, folder)?)
    });
    Ok(Json(ReceivedCount { count: read.await? }))
}
