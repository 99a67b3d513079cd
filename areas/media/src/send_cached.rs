//! `GET /api/file/picture/{ticket}/{size}`: a small picture, for caches between this server and everybody who may see it.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use nodes::NodeState;
use rest::{Path, Problem};
use storage::{elsewhere_of, open_small_picture};

use crate::Media;
use crate::http::{PictureWish, answer, drawn};
use crate::picture_answer::{is_kept_by_nobody, kept_by_nobody};
use crate::size::Size;
use crate::status::version_of;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// A small picture of a file, at the address that lists tell. The address gives the picture to anybody, without signing
/// in: until the time in it, half an hour after it was told at most, while the file has this content and its file server
/// has the CDN domain.
///
/// Each picture has one address. Written in another way, with another size, or with something behind it, there is nothing.
#[utoipa::path(get, path = "/api/file/picture/{ticket}/{size}", tag = "file", operation_id = "picture_cached",
    params(("ticket" = String, Path), ("size" = String, Path, pattern = "^(96|320|640)$")),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = ACCEPTED, description = "It is being drawn"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub async fn picture(
    State(media): State<Media>,
    Path((ticket, size)): Path<(String, String)>,
    (uri, headers): (Uri, HeaderMap),
) -> Response<Body> {
    match find(&media, (ticket, size), &uri, &headers).await {
        Ok(found) => found,
        // Otherwise a cache keeps for a time of its own choice that there is none.
        Err(problem) => kept_by_nobody(problem.into_response()),
    }
}

async fn find(
    media: &Media,
    (ticket, size): (String, String),
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response<Body>, Problem> {
    // A cache keeps what is written differently once more.
    let is_written_so = uri.query().is_none() && uri.path() == format!("/api/file/picture/{ticket}/{size}");
    let size = Size::small(&size).filter(|_| is_written_so).ok_or_else(Problem::not_found)?;
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
    let wish = PictureWish { size: Some(size.edge()), is_small: true, mark: None };
    let mut response = answer(media, shown, wish, headers).await?;
    let is_picture = [StatusCode::OK, StatusCode::NOT_MODIFIED].contains(&response.status());
    if !is_picture || is_kept_by_nobody(&response) {
        response = kept_by_nobody(response);
    } else if let Ok(kept) = HeaderValue::try_from(format!("public, max-age={}, immutable", until - now)) {
        response.headers_mut().insert(CACHE_CONTROL, kept);
    }
    // The page shows it from another host, and asks without its origin.
    response.headers_mut().insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    Ok(response)
}
