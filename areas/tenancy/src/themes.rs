//! Themes: the admins of a tenant create and edit them for their tenant and groups. A group's theme takes precedence
//! over its tenant's, and the tenant's over the default (`user_theme.rs`). The platform's six can be read by everybody
//! and edited by nobody: others are based on them.

pub(crate) mod assign;
mod config;
pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod logo;
mod model;
mod store;
pub(crate) mod update;

pub use store::logo_origins;

use authz::Actor;
use db::Conn;
use primitives::TenantId;

use crate::theme::Theme;
use crate::{Error, Result, ThemeId};

/// Refuses a theme that belongs to another tenant.
pub(crate) fn offered_to(conn: &mut Conn<'_>, theme: Option<ThemeId>, tenant: Option<TenantId>) -> Result<()> {
    let Some(theme) = theme else { return Ok(()) };
    if crate::store::theme_is_offered(conn, theme, tenant)? { Ok(()) } else { Err(Error::Unknown("theme")) }
}

/// A theme that the actor may see in the settings: the platform's, or of a tenant they administer.
fn shown_to(conn: &mut Conn<'_>, actor: &Actor, id: ThemeId) -> Result<Theme> {
    let found = store::find(conn, id)?;
    found.filter(|theme| theme.tenant_id.is_none_or(|tenant| actor.administers(tenant))).ok_or(Error::Missing)
}

/// A theme that the actor may change, and its tenant.
fn kept_by(conn: &mut Conn<'_>, actor: &Actor, id: ThemeId) -> Result<(Theme, TenantId)> {
    let theme = shown_to(conn, actor, id)?;
    let tenant = theme.tenant_id.ok_or(Error::PlatformTheme)?;
    Ok((theme, tenant))
}
