//! `GET /api/file/converted/{node_id}`: a file as a picture in another size or format.

use std::sync::Arc;

use authz::{Actor, Denied};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, ETAG, IF_MATCH};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::response::IntoResponse;
use content::{Download, MadeFile};
use nodes::Node;
use primitives::{NodeId, NodeKind};
use rest::{CurrentUser, FieldErrors, Path, Problem, Query};
use serde::Deserialize;
use storage::integrity;

use super::kept::{self, Kept};
use super::make::{Order, make, not_convertible, unavailable};
use super::visitors::Visitor;
use crate::Media;
use crate::how::{How, WantedSize};
use crate::look::{DEFAULT_QUALITY, Look, PictureFit, PictureFormat, Written};
use crate::presets::PresetId;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct ConvertedQuery {
    /// A preset of the file's tenant. Other parameters are ignored then, except `keep_copyright`.
    #[param(value_type = Option<i64>)]
    preset: Option<PresetId>,
    /// JPEG by default.
    format: Option<PictureFormat>,
    /// In pixels. Without one side, it follows from the other; without both, the picture keeps its size.
    #[param(minimum = 1, maximum = 16_000)]
    width: Option<i64>,
    #[param(minimum = 1, maximum = 16_000)]
    height: Option<i64>,
    /// What happens where the picture has another shape: `contain` by default; `cover` and `pad` need width and height.
    fit: Option<PictureFit>,
    /// 85 by default; PNG has none.
    #[param(minimum = 1, maximum = 100)]
    quality: Option<i64>,
    /// Of margins and of what is transparent. By default transparent where the format allows it, else white.
    #[param(value_type = Option<rest::schema_formats::Colour>)]
    background: Option<String>,
    /// The picture may become larger than it is.
    #[serde(default)]
    enlarge: bool,
    /// Artist and copyright stay in it; all other metadata is left out.
    #[serde(default)]
    keep_copyright: bool,
}

/// A file as a picture in another size or format: upright, in sRGB, and never larger than it is unless that is wanted.
///
/// It is made while the request waits, which may take some seconds, and kept for an hour. One range is supported. The
/// conflict `not_convertible` means that no picture can be made of the file; `conversion_too_large` and
/// `conversion_too_slow`, that none of so many pixels can.
#[utoipa::path(get, path = "/api/file/converted/{node_id}", tag = "file", operation_id = "file_converted",
    params(("node_id" = i64, Path), ConvertedQuery),
    responses(
        (status = OK, description = "The whole picture: JPEG, PNG or WebP", content_type = "application/octet-stream"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has it already"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn converted(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
    Query(query): Query<ConvertedQuery>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let how = match query.preset {
        Some(preset) => How::Preset(preset),
        None => How::Own(query.look()?),
    };
    let now = media.clock.now();
    let turn = media.makers.turn(actor.user, now);
    let wanted = Wanted { node, how, keep_rights: query.keep_copyright };
    let answer = send(&media, &actor, wanted, &headers, turn).await?;
    content::tell_download(&media.db, (actor.user, &[node]), &method, &answer, now);
    Ok(answer)
}

/// A picture of a file that `actor` may download, for a visitor in their name. Whether the terms of use bind the visitor
/// is asked above.
pub async fn send_to_visitor(
    media: &Media,
    actor: &Arc<Actor>,
    visitor: Visitor,
    (node, size): (NodeId, WantedSize),
    headers: &HeaderMap,
) -> Result<Response<Body>, Problem> {
    let turn = media.visitors.turn(visitor, media.clock.now());
    send(media, actor, Wanted { node, how: size.0, keep_rights: true }, headers, turn).await
}

/// The entity tag of what `send_to_visitor` would send, without making it; None if no picture is made of the file.
pub async fn tag_for_visitor(
    media: &Media,
    actor: &Arc<Actor>,
    (node, size): (NodeId, WantedSize),
) -> Result<Option<String>, Problem> {
    let Found { node, look, .. } = find(media, actor, (node, size.0)).await?;
    Ok(node.facts.hash.map(|hash| tag_of(&kept::key(&hash, &look.conversion(true)))))
}

fn tag_of(key: &str) -> String {
    format!("\"{key}\"")
}

struct Wanted {
    node: NodeId,
    how: How,
    keep_rights: bool,
}

/// The picture. `turn` is waited for only if it is not made yet.
async fn send<T: Send + 'static>(
    media: &Media,
    actor: &Arc<Actor>,
    wanted: Wanted,
    headers: &HeaderMap,
    turn: impl Future<Output = Result<T, Problem>> + Send,
) -> Result<Response<Body>, Problem> {
    let Wanted { node, how, keep_rights } = wanted;
    let Found { node, bytes, look } = find(media, actor, (node, how)).await?;
    let conversion = look.conversion(keep_rights);
    let (Some(hash), Some(mime)) = (node.facts.hash.clone(), node.facts.mime.clone()) else {
        return Err(not_convertible());
    };
    if !previews::supports(&mime) {
        return Err(not_convertible());
    }
    let key = kept::key(&hash, &conversion);
    let tag = tag_of(&key);
    if !headers.contains_key(IF_MATCH) && rest::is_known(headers, &tag) {
        return Ok(not_modified(&tag));
    }
    let picture = match open(media, &key).await? {
        Some(kept) => kept,
        None => {
            let turn = turn.await?;
            let now = media.clock.now();
            let file = integrity::right(&media.db, &node, bytes, now).await.map_err(content::Error::from)?;
            make(media, Order { key: key.clone(), hash, mime, file, conversion }, turn).await?
        }
    };
    let made = MadeFile {
        name: &name_of(&node.name, &picture, look.format),
        mime: look.format.mime(),
        tag: &tag,
        file: picture.file,
    };
    content::send_made(headers, made, media.clock.now())
}

/// The asker has it: it is not made again in order to say so.
fn not_modified(tag: &str) -> Response<Body> {
    let headers = [(ETAG, tag), (CACHE_CONTROL, "private, no-cache")];
    (StatusCode::NOT_MODIFIED, headers).into_response()
}

impl ConvertedQuery {
    fn look(&self) -> Result<Look, Problem> {
        let mut errors = FieldErrors::default();
        let written = Written {
            width: self.width,
            height: self.height,
            fit: self.fit.unwrap_or_default(),
            format: self.format.unwrap_or_default(),
            quality: self.quality.unwrap_or(i64::from(DEFAULT_QUALITY)),
            background: self.background.as_deref(),
            enlarge: self.enlarge,
        };
        let look = Look::read(&written, &mut errors);
        errors.finish(look)
    }
}

/// A file that the asker may download, and how it is wanted.
struct Found {
    node: Node,
    bytes: integrity::Bytes,
    look: Look,
}

async fn find(media: &Media, actor: &Arc<Actor>, (node, how): (NodeId, How)) -> Result<Found, Problem> {
    let found = security::read(&media.db, actor, move |c, access| {
        let seen = access.find_visible_with_terms(c, node)?;
        let permit = seen.permit::<Download>()?;
        if permit.kind() != NodeKind::File {
            return Err(Denied::WrongKind.into());
        }
        let bytes = integrity::look(c, permit.repository(), &seen.node)?;
        let look = how.look(c, permit.tenant())?;
        Ok::<_, content::Error>(look.map(|look| Found { node: seen.node, bytes, look }))
    });
    found.await?.ok_or_else(|| Problem::unknown("preset"))
}

async fn open(media: &Media, key: &str) -> Result<Option<Kept>, Problem> {
    let (kept, key) = (media.conversions.clone(), key.to_owned());
    let opened = tokio::task::spawn_blocking(move || kept.open(&key)).await;
    opened.map_err(|error| unavailable(&error))?.map_err(|error| unavailable(&error))
}

/// `holiday-1080x1080.jpg`.
fn name_of(name: &str, picture: &Kept, format: PictureFormat) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    format!("{stem}-{}x{}.{}", picture.width, picture.height, format.ending())
}
