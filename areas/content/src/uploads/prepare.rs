//! `POST file/prepare`: rights, name and target are checked before the first byte is sent.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Here, Json, Path, Problem};
use serde::Deserialize;

use super::begin::begin;
use super::stage::{Prepared, Sender, Wanted};
use crate::{Content, Error, names};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Preparation {
    folder_parent_id: NodeId,
    filename: String,
    /// Bytes, if known.
    size: Option<u64>,
    /// The group of background actions this upload belongs to; the page may choose it.
    bg_group_id: Option<String>,
    /// The file of that folder which gets the bytes as its new version; it keeps its own name.
    replaces: Option<NodeId>,
}

/// Prepares an upload.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/file/prepare", tag = "content",
    operation_id = "file_prepare", request_body = Preparation,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = Prepared, description = "Where and how to send the bytes"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn prepare(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path(_instance): Path<AppInstanceId>,
    Json(wanted): Json<Preparation>,
) -> Result<(StatusCode, Json<Prepared>), Problem> {
    let name = names::sent(&wanted.filename).map_err(Error::from)?;
    let Preparation { folder_parent_id: folder, size, bg_group_id: group, replaces, .. } = wanted;
    let wanted = Wanted { size, group, replaces, ..Wanted::new(folder, name) };
    let prepared = begin(&content, &actor, wanted, Sender::Anybody).await;
    let prepared = prepared.map_err(|error| Problem::from(error).named_by("folder_parent_id"))?;
    let url = if prepared.elsewhere { prepared.url } else { format!("{here}{}", prepared.url) };
    Ok((StatusCode::CREATED, Json(Prepared { url, ..prepared })))
}
