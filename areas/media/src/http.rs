//! `GET rendition/preview/{node_id}`, `DELETE rendition/{node_id}` and `POST rendition/retry/{node_id}`.

use std::sync::Arc;

use audit::{Act, Object};
use authz::{Actor, Denied, decide};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::IF_NONE_MATCH;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::IntoResponse;
use content::{Rename, Restore, VersionId, version_content};
use db::Conn;
use nodes::Node;
use primitives::{AppInstanceId, NodeId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use crate::acts::Preview;
use crate::marked::Marked;
use crate::on_demand::{self, Wanted};
use crate::outcome::{Outcome, State as Drawn};
use crate::picture_answer::{picture, with_no_store};
use crate::size::Size;
use crate::{DEFINITION, Media, marked, posters, redraw, store};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct PreviewQuery {
    /// Pixels of the short edge that are wanted. The next of 96, 320, 640, 1280 and 2560 is given, as far as the file has
    /// so many; the long edge has at most four times as many.
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
    send(&media, &actor, (PictureWish::of(query.size), &headers), move |c, access| pictured(c, access, node)).await
}

/// The picture of a version of a file.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/version/{version_id}", tag = "content",
    operation_id = "rendition_version",
    params(("application_instance_id" = i64, Path), ("version_id" = i64, Path), PreviewQuery),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = ACCEPTED, body = Waiting, description = "It is being drawn"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub async fn version(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, version)): Path<(AppInstanceId, VersionId)>,
    Query(query): Query<PreviewQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let find = move |c: &mut Conn<'_>, access: &mut Access<'_>| version_content::<Preview>(c, access, version);
    send(&media, &actor, (PictureWish::of(query.size), &headers), find).await
}

/// How a picture is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct PictureWish<'w> {
    /// Pixels of its short edge.
    pub size: Option<u32>,
    /// No larger than one that every file has: for who may look, and not have the file.
    pub is_small: bool,
    /// A text that is drawn over it.
    pub mark: Option<&'w str>,
}

impl PictureWish<'_> {
    fn of(size: Option<u32>) -> Self {
        Self { size, ..Self::default() }
    }
}

/// The picture of a file that `actor` may see. For rooms above, whose asker is somebody else.
pub async fn send_picture(
    media: &Media,
    actor: &Arc<Actor>,
    node: NodeId,
    wish: PictureWish<'_>,
    headers: &HeaderMap,
) -> Result<Response<Body>, Problem> {
    send(media, actor, (wish, headers), move |c, access| visible(c, access, node)).await
}

/// The picture of a file that a room above finds, for who gets its bytes, too.
pub async fn send_picture_of(
    media: &Media,
    actor: &Arc<Actor>,
    (size, headers): (Option<u32>, &HeaderMap),
    find: impl Fn(&mut Conn<'_>, &mut Access<'_>) -> security::Result<Node> + Clone + Send + 'static,
) -> Result<Response<Body>, Problem> {
    send(media, actor, (PictureWish::of(size), headers), move |c, access| Ok((find(c, access)?, false))).await
}

/// A file, and whether its bytes are withheld from the asker, and so are large pictures of it.
type Pictured = (Node, bool);

async fn send(
    media: &Media,
    actor: &Arc<Actor>,
    (wish, headers): (PictureWish<'_>, &HeaderMap),
    find: impl Fn(&mut Conn<'_>, &mut Access<'_>) -> security::Result<Pictured> + Clone + Send + 'static,
) -> Result<Response<Body>, Problem> {
    let seen = security::read(&media.db, actor, move |c, access| {
        let (found, is_withheld) = find(c, access)?;
        let drawn = drawn(c, &found)?;
        Ok::<_, security::Error>(drawn.map(|drawn| ((found.tenant, found.id, is_withheld), drawn)))
    });
    answer(media, seen.await?.ok_or_else(Problem::not_found)?, wish, headers).await
}

/// The hash of what a picture is made of, what became of it, and whether it is a poster.
type Picture = (String, Outcome, bool);

/// The picture of a file.
pub(crate) fn drawn(conn: &mut Conn<'_>, file: &Node) -> db::Result<Option<Picture>> {
    let Some(hash) = &file.facts.hash else { return Ok(None) };
    match store::of_contents(conn, &[hash])?.remove(hash) {
        Some(known) => Ok(Some((hash.clone(), known, false))),
        None => {
            let poster = posters::find(conn, file.id, hash)?;
            Ok(poster.map(|poster| (poster.picture.clone(), poster.outcome(), true)))
        }
    }
}

/// Sends the picture of a file whose bytes may be withheld.
pub(crate) async fn answer(
    media: &Media,
    ((tenant, node, is_withheld), (hash, known, is_poster)): ((TenantId, NodeId, bool), Picture),
    wish: PictureWish<'_>,
    headers: &HeaderMap,
) -> Result<Response<Body>, Problem> {
    match known.state {
        Drawn::Ready => {}
        Drawn::Waiting => return Ok(waiting()),
        Drawn::Failed | Drawn::Unsupported | Drawn::Undrawn => return Err(Problem::not_found()),
    }
    let size = Size::for_edge(wish.size, &known.facts);
    let size = if wish.is_small || is_withheld || is_poster { size.min(Size::LARGE) } else { size };
    let marked = wish.mark.map(|text| Marked { hash: &hash, size, text });
    let tag = marked.as_ref().map_or_else(|| tag_of(&hash, size), Marked::tag);
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok(picture(StatusCode::NOT_MODIFIED, &tag, Body::empty()));
    }
    if let Some(marked) = &marked
        && let Some(bytes) = marked::find(media, marked).await?
    {
        return Ok(picture(StatusCode::OK, &tag, Body::from(bytes)));
    }
    let wanted = Wanted { tenant, node, hash: hash.clone(), size };
    let Some((given, bytes)) = on_demand::take(media, &wanted).await.map_err(db::Error::Broken)? else {
        if is_poster {
            // Nothing here can draw it again.
            return Err(Problem::not_found());
        }
        tracing::warn!(node.id = %node, "The preview of node {node} is gone or damaged, and is drawn again");
        redraw::draw_if_missing(media, node, wanted.hash).await?;
        return Ok(waiting());
    };
    let (tag, bytes) = match marked {
        None => (tag_of(&hash, given), bytes),
        Some(marked) => {
            let marked = Marked { size: given, ..marked };
            (marked.tag(), marked::draw(media, &marked).await?)
        }
    };
    let answer = picture(StatusCode::OK, &tag, Body::from(bytes));
    // Until the wanted size is drawn, the answer is the picture of 640.
    Ok(if given == size { answer } else { with_no_store(answer) })
}

/// A file that the asker may see, or one of the bin.
fn pictured(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<Pictured> {
    match visible(conn, access, node) {
        Err(security::Error::Denied(Denied::Invisible)) => match binned(conn, access, node) {
            // For whom it is in no bin, it is nowhere.
            Err(security::Error::Denied(why)) if why != Denied::Locked => Err(Denied::Invisible.into()),
            found => found,
        },
        found => found,
    }
}

/// One of the bin that the asker may restore. A lock of somebody else hides its picture there, too.
fn binned(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<Pictured> {
    let (permit, found) = access.authorize_binned::<Restore>(conn, node)?;
    decide::<Preview>(permit.facts().clone())?;
    Ok((found, false))
}

fn visible(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<Pictured> {
    let seen = access.find_visible_with_terms(conn, node)?;
    seen.permit::<Preview>()?;
    let is_withheld = seen.require_release().is_err();
    Ok((seen.node, is_withheld))
}

fn tag_of(hash: &str, size: Size) -> String {
    format!("\"{}-{DEFINITION}-{}\"", hash.get(..24).unwrap_or(hash), size.edge())
}

fn waiting() -> Response<Body> {
    (StatusCode::ACCEPTED, Json(Waiting { status: "generating_preview" })).into_response()
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
        media.flights.settle(&hash);
        media.renditions.discard(&hash).map_err(|error| db::Error::Broken(error.to_string()))?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Draws a file's picture again that took too long, or that could not be tried. Other pictures stay as they are.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/rendition/retry/{node_id}", tag = "content",
    operation_id = "rendition_retry",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is being drawn again, if another try can end otherwise")))]
pub async fn retry(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let now = media.clock.now();
    let tried = security::write(&media.db, &actor, move |tx, access| {
        let seen = access.find_visible(tx, node)?;
        seen.permit::<Preview>()?;
        let Some(hash) = seen.node.facts.hash else { return Ok(()) };
        let known = store::of_contents(tx, &[&hash])?.remove(&hash);
        if known.is_some_and(|known| known.may_end_otherwise()) {
            redraw::draw(tx, seen.facts.tenant, node, &hash, now)?;
        }
        Ok::<_, security::Error>(())
    });
    tried.await?;
    Ok(StatusCode::NO_CONTENT)
}
