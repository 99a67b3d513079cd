//! `GET /api/file/picture/{ticket}/{size}`: a small picture, for caches between this server and everybody who may see it.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use nodes::NodeState;
use rest::{Path, Problem};
use storage::{elsewhere_of, open_small_picture};

use crate::Media;
use crate::http::{PictureWish, answer, drawn};
use crate::status::version_of;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// A small picture of a file, by an address that lists gave. It opens for whoever has it until it changes, which is at
/// most half an hour, as long as the file is there and its file server has the CDN domain.
#[utoipa::path(get, path = "/api/file/picture/{ticket}/{size}", tag = "file", operation_id = "picture_cached",
    params(("ticket" = String, Path), ("size" = u32, Path, description = "96, 320 or 640")),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = ACCEPTED, description = "It is being drawn"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub async fn picture(
    State(media): State<Media>,
    Path((ticket, size)): Path<(String, u32)>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let now = media.clock.now();
    let found = media.db.read(move |conn| {
        let Some(wanted) = open_small_picture(conn, &ticket, now)? else { return Ok(None) };
        let elsewhere = elsewhere_of(conn, &[wanted.node])?;
        if elsewhere.get(&wanted.node).is_none_or(|known| known.cdn.is_none()) {
            return Ok(None);
        }
        let file = nodes::find(conn, wanted.node)?.filter(|file| file.state == NodeState::Ready);
        let Some(file) = file else { return Ok(None) };
        let drawn = drawn(conn, &file)?.filter(|(hash, ..)| version_of(hash) == wanted.version);
        Ok::<_, db::Error>(drawn.map(|drawn| (((file.tenant, file.id, false), drawn), wanted.until)))
    });
    let (shown, until) = found.await?.ok_or_else(Problem::not_found)?;
    // Larger ones are not for everybody who may see the file: terms of use can withhold them.
    let wish = PictureWish { size: Some(size), is_small: true, mark: None };
    let mut response = answer(&media, shown, wish, &headers).await?;
    let is_picture = [StatusCode::OK, StatusCode::NOT_MODIFIED].contains(&response.status());
    let kept = if is_picture { format!("public, max-age={}, immutable", until - now) } else { "no-store".to_owned() };
    if let Ok(kept) = HeaderValue::try_from(kept) {
        response.headers_mut().insert(CACHE_CONTROL, kept);
    }
    // The page shows it from another host, and asks without its origin.
    response.headers_mut().insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    Ok(response)
}
