//! `GET /api/link/{token}/content/{node_id}`: the bytes of a file that a link shows.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use content::send_file;
use primitives::NodeId;
use rest::{ClientOrigin, Path, Problem, Query};
use serde::Deserialize;

use super::found::{Given, Visit};
use super::taken::{Wanted, counted};
use crate::Links;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct BytesQuery {
    /// Download under its name; otherwise it is shown in the page if that is safe.
    #[serde(default)]
    download: bool,
}

/// The bytes of a file that a link shows, in a range if one is requested.
///
/// It counts as one download, however many ranges the same visitor fetches, and whether the file is kept or played.
#[utoipa::path(get, path = "/api/link/{token}/content/{node_id}", tag = "link", operation_id = "link_content",
    params(("token" = String, Path, description = "The end of the link's address"), ("node_id" = i64, Path),
        BytesQuery),
    responses(
        (status = OK, description = "The whole file", content_type = "application/octet-stream"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has the current version"),
        (status = FORBIDDEN, description = "The link gives no files away"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end")))]
pub async fn content(
    State(links): State<Links>,
    Path((token, node)): Path<(String, NodeId)>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<BytesQuery>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let found = links.find_given(&visit, node, Given::Original).await?;
    let answer = send_file(&links.content, &found.maker, node, &headers, query.download).await?;
    let what = Wanted { name: node.to_string(), nodes: vec![node] };
    counted(&links, &visit, &found, (&method, what), answer).await
}
