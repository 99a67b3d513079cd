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
use crate::Media;
use crate::look::{DEFAULT_QUALITY, Look, PictureFit, PictureFormat, Written};
use crate::presets::{self, Preset, PresetId};

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
    let keep_rights = query.keep_copyright;
    let Found { node, bytes, preset } = find(&media, &actor, node, query.preset).await?;
    let look = match preset {
        Some(preset) => preset.look().ok_or_else(not_convertible)?,
        None => query.look()?,
    };
    let conversion = look.conversion(keep_rights);
    let (Some(hash), Some(mime)) = (node.facts.hash.clone(), node.facts.mime.clone()) else {
        return Err(not_convertible());
    };
    if !previews::supports(&mime) {
        return Err(not_convertible());
    }
    let key = kept::key(&hash, &conversion);
    let tag = format!("\"{key}\"");
    if !headers.contains_key(IF_MATCH) && rest::is_known(&headers, &tag) {
        return Ok(not_modified(&tag));
    }
    let picture = match open(&media, &key).await? {
        Some(kept) => kept,
        None => {
            let now = media.clock.now();
            let turn = media.makers.turn(actor.user, now).await?;
            let file = integrity::right(&media.db, &node, bytes, now).await.map_err(content::Error::from)?;
            make(&media, Order { key: key.clone(), hash, mime, file, conversion }, turn).await?
        }
    };
    let made = MadeFile {
        name: &name_of(&node.name, &picture, look.format),
        mime: look.format.mime(),
        tag: &tag,
        file: picture.file,
    };
    let now = media.clock.now();
    let answer = content::send_made(&headers, made, now)?;
    content::tell_download(&media.db, (actor.user, &[node.id]), &method, &answer, now);
    Ok(answer)
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

/// A file that the asker may download, and the wanted preset.
struct Found {
    node: Node,
    bytes: integrity::Bytes,
    preset: Option<Preset>,
}

async fn find(media: &Media, actor: &Arc<Actor>, node: NodeId, preset: Option<PresetId>) -> Result<Found, Problem> {
    let found = security::read(&media.db, actor, move |c, access| {
        let seen = access.find_visible_with_terms(c, node)?;
        let permit = seen.permit::<Download>()?;
        if permit.kind() != NodeKind::File {
            return Err(Denied::WrongKind.into());
        }
        let bytes = integrity::look(c, permit.repository(), &seen.node)?;
        // One of another tenant is as good as missing.
        let known = preset.map(|id| presets::store::find(c, id, &[permit.tenant()])).transpose()?;
        Ok::<_, content::Error>((Found { node: seen.node, bytes, preset: known.clone().flatten() }, known))
    });
    match found.await? {
        (_, Some(None)) => Err(Problem::unknown("preset")),
        (found, _) => Ok(found),
    }
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
