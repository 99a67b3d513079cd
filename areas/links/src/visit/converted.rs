//! `GET /api/link/{token}/converted/{node_id}`: a file that a link shows, as a picture in another size or format.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::ETAG;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use media::{PictureFormat, PresetId, SizeWish, WantedSize, converted_tag_for_visitor, send_converted_to_visitor};
use primitives::NodeId;
use rest::{ClientOrigin, Path, Problem, Query};
use serde::Deserialize;

use super::found::{Given, Visit};
use super::taken::{Wanted, counted, require_left};
use crate::Links;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct SizeQuery {
    /// A download size of the organisation. Other parameters are ignored then.
    #[param(value_type = Option<i64>)]
    preset: Option<PresetId>,
    /// JPEG by default.
    format: Option<PictureFormat>,
    /// In pixels. The picture fits into width and height, and is never larger than it is; without both it keeps its size.
    #[param(minimum = 1, maximum = 16_000)]
    width: Option<i64>,
    #[param(minimum = 1, maximum = 16_000)]
    height: Option<i64>,
}

/// A file that a link shows, as a picture in a download size of the organisation, or in a size and format of one's own.
///
/// Artist and copyright stay in it; all other metadata is left out. It is made while the request waits, and kept for an
/// hour; a `HEAD` request makes it, too, and is no download. Each size of a file counts as one download; once no download
/// is left, no further one is made. The conflicts are those of `file_converted`.
#[utoipa::path(get, path = "/api/link/{token}/converted/{node_id}", tag = "link", operation_id = "link_converted",
    params(("token" = String, Path, description = "The end of the link's address"), ("node_id" = i64, Path), SizeQuery),
    responses(
        (status = OK, description = "The whole picture: JPEG, PNG or WebP", content_type = "application/octet-stream"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has it already"),
        (status = FORBIDDEN, description = "The link gives no pictures in this size away"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end")))]
pub async fn converted(
    State(links): State<Links>,
    Path((token, node)): Path<(String, NodeId)>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<SizeQuery>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let SizeQuery { preset, format, width, height } = query;
    let size = WantedSize::parse(&SizeWish { preset, format: format.unwrap_or_default(), width, height })?;
    let found = links.find_given(&visit, node, Given::by(size)).await?;
    if found.row.is_used_up() {
        let tag = converted_tag_for_visitor(&links.media, &found.maker, (node, size)).await?;
        require_left(&links, &visit, &found, &name_of(node, &tag.unwrap_or_default())).await?;
    }
    let visitor = visit.for_pictures(found.row.id);
    let answer = send_converted_to_visitor(&links.media, &found.maker, visitor, (node, size), &headers).await?;
    let tag = answer.headers().get(ETAG).and_then(|tag| tag.to_str().ok()).unwrap_or_default();
    let what = Wanted { name: name_of(node, tag), nodes: vec![node] };
    counted(&links, &visit, &found, (&method, what), answer).await
}

/// Names a picture of a file by its entity tag.
fn name_of(node: NodeId, tag: &str) -> String {
    format!("{node} {tag}")
}
