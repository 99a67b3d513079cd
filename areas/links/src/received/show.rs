//! The picture and the bytes of a received file, for people who decide about it.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use content::{send_found, waiting_file};
use db::Conn;
use media::send_picture_of;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Path, Problem, Query};
use security::Access;
use serde::Deserialize;

use crate::Links;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct ReceivedPictureQuery {
    /// Pixels of the short edge that are wanted. The next of 96, 320, 640, 1280 and 2560 is given, as far as the file has
    /// so many.
    size: Option<u32>,
}

/// The picture of a received file.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/received/picture/{node_id}", tag = "link",
    operation_id = "received_picture",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), ReceivedPictureQuery),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = ACCEPTED, description = "It is being drawn"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub async fn picture(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<ReceivedPictureQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let find = move |c: &mut Conn<'_>, access: &mut Access<'_>| waiting_file(c, access, node);
    send_picture_of(&links.media, &actor, (query.size, &headers), find).await
}

/// The bytes of a received file, to be kept: a page shows its picture, and nothing else of what a stranger has sent.
#[utoipa::path(get, path = "/api/file/received/{node_id}", tag = "file", operation_id = "received_content",
    params(("node_id" = i64, Path)),
    responses(
        (status = OK, description = "The whole file", content_type = "application/octet-stream"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has it already"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end"),
        (status = INTERNAL_SERVER_ERROR, description = "The bytes are not those that were stored (`damaged`), or are \
            not there (`bytes_missing`)")))]
pub async fn content(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let find = move |c: &mut Conn<'_>, access: &mut Access<'_>| waiting_file(c, access, node);
    send_found(&links.content, &actor, find, &headers, true).await
}
