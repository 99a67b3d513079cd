//! The page of the sign-in has the name, colours and logo of the tenant that its host belongs to.
//!
//! A host belongs to the tenant that alone has instances with an address there. Whoever knows the host learns no more
//! than what is written over the door.

mod store;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use db::Conn;
use primitives::TenantId;
use rest::{ClientOrigin, Json, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::store::theme_of_tenant;
use crate::theme::{ThemeConfig, told};
use crate::themes::logo::picture;
use crate::{Error, Tenancy};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct FrontQuery {
    /// Host and port as the browser has them: `media.lumen.example`.
    host: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Front {
    /// Null: the host is nobody's own.
    #[schema(required)]
    tenant_title: Option<String>,
    /// Its colours and its logo; null as above, and without a theme of its own.
    #[schema(required, value_type = Option<ThemeConfig>)]
    #[serde(serialize_with = "told_if_there")]
    theme_config: Option<ThemeConfig>,
}

/// What may be told of a tenant at an address that is about something of its own. `logo` makes the address of an
/// uploaded logo from its version.
pub fn front_of(conn: &mut Conn<'_>, tenant: TenantId, logo: impl FnOnce(&str) -> String) -> db::Result<Option<Front>> {
    let Some(title) = crate::title_of(conn, tenant)? else { return Ok(None) };
    let theme_config = theme_of_tenant(conn, tenant)?.map(|theme| with_logo(theme.theme_config, logo));
    Ok(Some(Front { tenant_title: Some(title), theme_config }))
}

/// The answer with a tenant's uploaded logo, if it has one.
pub fn send_logo(conn: &mut Conn<'_>, tenant: TenantId, asked: &HeaderMap) -> db::Result<Option<Response<Body>>> {
    Ok(store::logo_of(conn, tenant)?.map(|(hash, webp)| picture(asked, &hash, webp)))
}

/// The config, whose uploaded logo is at the address that `logo` makes from its version.
fn with_logo(config: ThemeConfig, logo: impl FnOnce(&str) -> String) -> ThemeConfig {
    let version = config.uploaded_logo().map(|path| path.split_once("?v=").map_or("", |(_, version)| version));
    match version {
        Some(version) => ThemeConfig { logo: Some(logo(version)), ..config },
        None => config,
    }
}

fn told_if_there<S: serde::Serializer>(config: &Option<ThemeConfig>, serializer: S) -> Result<S::Ok, S::Error> {
    match config {
        Some(config) => told(config, serializer),
        None => serializer.serialize_none(),
    }
}

/// Name, colours and logo of the tenant that a host belongs to.
#[utoipa::path(
    get,
    path = "/api/core/front",
    operation_id = "front",
    tag = "core",
    params(FrontQuery),
    responses(
        (status = 200, description = "The tenant, or nulls", body = Front),
        (status = 429, description = "Asked too often"))
)]
pub(crate) async fn front(
    State(tenancy): State<Tenancy>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<FrontQuery>,
) -> Result<Json<Front>, Problem> {
    tenancy.count_visit(origin)?;
    let host = query.host.to_ascii_lowercase();
    let found = tenancy.db.read(move |conn| store::tenant_at(conn, &host)).await?;
    let Some(found) = found else { return Ok(Json(Front { tenant_title: None, theme_config: None })) };
    let logo = |version: &str| format!("/api/core/front/logo?host={}&v={version}", found.host);
    let theme_config = found.theme.map(|theme| with_logo(theme.theme_config, logo));
    Ok(Json(Front { tenant_title: Some(found.title), theme_config }))
}

/// The logo of the tenant that a host belongs to.
#[utoipa::path(
    get,
    path = "/api/core/front/logo",
    operation_id = "front_logo",
    tag = "core",
    params(FrontQuery, ("v" = Option<String>, Query, description = "Changes with the picture")),
    responses(
        (status = 200, description = "The picture", content_type = "image/webp"),
        (status = 304, description = "The asker has the current version"),
        (status = 404, description = "There is none"),
        (status = 429, description = "Asked too often"))
)]
pub(crate) async fn front_logo(
    State(tenancy): State<Tenancy>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<FrontQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    tenancy.count_visit(origin)?;
    let host = query.host.to_ascii_lowercase();
    let found = tenancy.db.read(move |conn| store::logo_at(conn, &host)).await?;
    let (hash, webp) = found.ok_or(Error::Missing)?;
    Ok(picture(&headers, &hash, webp))
}
