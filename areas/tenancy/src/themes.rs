//! Which themes something may wear.

use db::Conn;
use primitives::{TenantId, ThemeId};

use crate::{Error, Result, store};

/// Refuses a theme that is neither the platform's nor the tenant's own.
pub(crate) fn offered_to(conn: &mut Conn<'_>, theme: Option<ThemeId>, tenant: Option<TenantId>) -> Result<()> {
    let Some(theme) = theme else { return Ok(()) };
    if store::theme_is_offered(conn, theme, tenant)? { Ok(()) } else { Err(Error::Missing) }
}
