//! `GET /api/link/{token}/picture/{node_id}`: the picture of a file that a link shows.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use media::{PictureWish, send_picture};
use primitives::NodeId;
use rest::{ClientOrigin, Path, Problem, Query};
use serde::Deserialize;

use super::found::Visit;
use crate::Links;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct PictureQuery {
    /// Pixels of the short edge that are wanted. The next of 96, 320, 640, 1280 and 2560 is given, as far as the file has
    /// so many.
    size: Option<u32>,
}

/// The picture of a file that a link shows, also where it gives no files away. With a watermark, a text is drawn over it.
#[utoipa::path(get, path = "/api/link/{token}/picture/{node_id}", tag = "link", operation_id = "link_picture",
    params(("token" = String, Path, description = "The end of the link's address"), ("node_id" = i64, Path),
        PictureQuery),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = ACCEPTED, description = "It is being drawn"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub async fn picture(
    State(links): State<Links>,
    Path((token, node)): Path<(String, NodeId)>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let (found, entry) = links.find_entry(&visit, node).await?;
    let mark = found.row.mark(links.clock.now());
    let wish = PictureWish { size: query.size, is_small: entry.has_ended, mark: mark.as_deref() };
    send_picture(&links.media, &found.maker, node, wish, &headers).await
}
