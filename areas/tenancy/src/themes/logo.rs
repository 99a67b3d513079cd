//! `PUT` and `GET theme/{theme_id}/logo`: a picture that is redrawn from the upload. Whatever an SVG or a broken
//! picture contains, a confined child process reads it once, and it never reaches a browser.

use audit::{Act, Object};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use previews::{Failure, Worker};
use rest::{CurrentUser, IfMatch, Path, Problem, Versioned};
use serde_json::json;

use super::{kept_by, store};
use crate::key::NO_PICTURE;
use crate::theme::Theme;
use crate::{Error, Tenancy, ThemeId};

const MOST_BYTES: usize = 1024 * 1024;
/// Four times the 200 pixels at which it is shown.
const EDGE: u32 = 800;
const KINDS: [&str; 5] = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml"];

/// Sets a theme's logo: the body is a PNG, JPEG, WebP, GIF or SVG of at most 1 MiB.
#[utoipa::path(
    put,
    path = "/api/core/theme/{theme_id}/logo",
    operation_id = "theme_logo_set",
    tag = "core",
    params(("theme_id" = i64, Path), rest::IfMatch),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "The theme with its logo", body = Theme))
)]
pub(crate) async fn set_logo(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<ThemeId>,
    seen: IfMatch,
    bytes: Bytes,
) -> Result<Versioned<Theme>, Problem> {
    let asker = actor.clone();
    tenancy.db.read(move |conn| kept_by(conn, &asker, id).map(|_| ())).await?;
    if bytes.len() > MOST_BYTES {
        return Err(Problem::too_large());
    }
    let worker = tenancy.previews.clone();
    let drawn = tokio::task::spawn_blocking(move || draw(&worker, &bytes)).await;
    let webp = drawn.map_err(|error| db::Error::Broken(error.to_string()))??;
    let now = tenancy.clock.now();
    let set = tenancy.db.write(move |tx| {
        let (old, tenant) = kept_by(tx, &actor, id)?;
        seen.check(old.version)?;
        let hash = blake3::hash(&webp).to_hex().to_string();
        store::keep_logo(tx, id, &hash, &webp)?;
        let mut config = old.theme_config;
        let former = config.logo.replace(format!("/api/core/theme/{id}/logo?v={}", &hash[..16]));
        store::set_config(tx, id, &config)?;
        let act = Act::new("theme_logo_set", tenant, Object::new("theme", id.0, &old.theme_title))
            .before(json!({ "logo": former }))
            .after(json!({ "logo": config.logo }));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Problem>(store::find(tx, id)?.ok_or(Error::Missing)?)
    });
    let theme = set.await?;
    Ok(Versioned(theme.version, theme))
}

fn draw(worker: &Worker, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    previews::redrawn(worker, bytes, &KINDS, EDGE).map_err(|failure| match failure {
        Failure::Unavailable(reason) => {
            tracing::error!("A logo could not be drawn: {reason}");
            Problem::unavailable()
        }
        _ => Problem::refused(vec![NO_PICTURE.of("logo")]),
    })
}

/// The logo of a theme, for people who may use it.
#[utoipa::path(
    get,
    path = "/api/core/theme/{theme_id}/logo",
    operation_id = "theme_logo",
    tag = "core",
    params(("theme_id" = i64, Path), ("v" = Option<String>, Query, description = "Changes with the picture")),
    responses(
        (status = 200, description = "The picture", content_type = "image/webp"),
        (status = 304, description = "The asker has the current version"))
)]
pub(crate) async fn get_logo(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<ThemeId>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let found = tenancy.db.read(move |conn| store::logo(conn, id)).await?;
    let (tenant, hash, webp) = found.ok_or(Error::Missing)?;
    if !tenant.is_none_or(|tenant| actor.belongs_to(tenant) || actor.administers(tenant)) {
        return Err(Error::Missing.into());
    }
    Ok(picture(&headers, &hash, webp))
}

/// The answer with a logo.
pub(crate) fn picture(asked: &HeaderMap, hash: &str, webp: Vec<u8>) -> Response<Body> {
    let tag = format!("\"{hash}\"");
    let known = asked.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = Response::new(if known { Body::empty() } else { Body::from(webp) });
    *response.status_mut() = if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.extend(HeaderValue::from_str(&tag).map(|tag| (ETAG, tag)));
    response
}
