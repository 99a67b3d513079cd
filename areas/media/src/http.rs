//! `GET rendition/preview/{node_id}` and `DELETE rendition/{node_id}`.

use audit::{Act, Object};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use content::Rename;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::acts::Preview;
use crate::outcome::State as Drawn;
use crate::rendition_store::Size;
use crate::{DEFINITION, Media, redraw, store};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct PreviewQuery {
    /// Pixels of the long edge that are wanted; 256 and 1280 are made.
    size: Option<u32>,
    /// Whatever changes with the picture; it only keeps caches apart.
    #[serde(rename = "v")]
    _version: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Waiting {
    status: &'static str,
}

/// The picture of a file.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/preview/{node_id}", tag = "content",
    operation_id = "rendition_preview",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PreviewQuery),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = ACCEPTED, body = Waiting, description = "It is being drawn"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub async fn preview(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PreviewQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let seen = security::read(&media.db, &actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        seen.permit::<Preview>()?;
        let Some(hash) = seen.node.facts.hash else { return Ok(None) };
        let known = store::of_contents(c, &[&hash])?.remove(&hash);
        Ok::<_, security::Error>(known.map(|known| (hash, known.state)))
    });
    let (hash, state) = seen.await?.ok_or_else(Problem::not_found)?;
    match state {
        Drawn::Ready => {}
        Drawn::Waiting => return Ok(waiting()),
        Drawn::Failed | Drawn::Unsupported | Drawn::Undrawn => return Err(Problem::not_found()),
    }
    let size = Size::for_edge(query.size);
    let tag = format!("\"{}-{DEFINITION}-{size:?}\"", hash.get(..24).unwrap_or(&hash));
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok(picture(StatusCode::NOT_MODIFIED, &tag, Body::empty()));
    }
    let (renditions, named) = (media.renditions.clone(), hash.clone());
    let taken = tokio::task::spawn_blocking(move || renditions.take(&named, size)).await;
    let bytes = match taken.map_err(|error| db::Error::Broken(error.to_string()))? {
        Ok(bytes) => bytes,
        Err(error) => {
            tracing::warn!(node.id = %node, "The preview of node {node} is drawn again: {error}");
            redraw::draw_if_missing(&media, node, hash).await?;
            return Ok(waiting());
        }
    };
    Ok(picture(StatusCode::OK, &tag, Body::from(bytes)))
}

fn waiting() -> Response<Body> {
    (StatusCode::ACCEPTED, Json(Waiting { status: "generating_preview" })).into_response()
}

/// The picture may be kept, but only by its viewer, who asks again whether it may still be seen.
fn picture(status: StatusCode, tag: &str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// Drops a file's pictures and has them made again.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/rendition/{node_id}", tag = "content",
    operation_id = "rendition_discard",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "They are being made again")))]
pub async fn discard(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let now = media.clock.now();
    let dropped = security::write(&media.db, &actor, move |tx, access| {
        let seen = access.find_visible(tx, node)?;
        seen.permit::<Preview>()?;
        seen.permit::<Rename>()?;
        let hash = seen.node.facts.hash.clone();
        let pictured = seen.node.facts.mime.as_deref().is_some_and(previews::supports);
        if let Some(hash) = hash.as_ref().filter(|_| pictured) {
            let act = Act::new("rendition_discard", seen.facts.tenant, Object::new("node", node.0, &seen.node.name));
            audit::record(tx, access.actor(), act, now);
            redraw::draw(tx, seen.facts.tenant, node, hash, now)?;
        }
        Ok::<_, security::Error>(hash)
    });
    if let Some(hash) = dropped.await? {
        media.renditions.discard(&hash).map_err(|error| db::Error::Broken(error.to_string()))?;
    }
    Ok(StatusCode::NO_CONTENT)
}
