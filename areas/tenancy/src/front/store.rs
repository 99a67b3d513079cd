//! Which tenant a host belongs to.

use db::{Conn, params};
use primitives::TenantId;

use crate::instances::origins_of;
use crate::store::theme_of_tenant;
use crate::theme::Theme;
use crate::title_of;

/// The tenant at a host.
pub(super) struct Found {
    pub host: String,
    pub title: String,
    pub theme: Option<Theme>,
}

/// The tenant that alone has instances at this host, which is in lower case.
pub(super) fn tenant_at(conn: &mut Conn<'_>, host: &str) -> db::Result<Option<Found>> {
    let Some(tenant) = sole_tenant(conn, host)? else { return Ok(None) };
    let theme = theme_of_tenant(conn, tenant)?;
    Ok(title_of(conn, tenant)?.map(|title| Found { host: host.to_owned(), title, theme }))
}

/// The hash and the bytes of its theme's logo.
pub(super) fn logo_at(conn: &mut Conn<'_>, host: &str) -> db::Result<Option<(String, Vec<u8>)>> {
    let Some(tenant) = sole_tenant(conn, host)? else { return Ok(None) };
    logo_of(conn, tenant)
}

/// The same of a tenant.
pub(super) fn logo_of(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<(String, Vec<u8>)>> {
    conn.find(
        "SELECT l.hash, l.webp
         FROM tenancy_tenant t
         JOIN tenancy_theme_logo l ON l.theme_id = t.theme_id
         WHERE t.tenant_id = $1",
        params![tenant],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// The addresses are compared in the statement: however many instances there are, two tenants are enough to know.
fn sole_tenant(conn: &mut Conn<'_>, host: &str) -> db::Result<Option<TenantId>> {
    if !is_host(host) {
        return Ok(None);
    }
    let is_at = |origin: &str| {
        let length = format!("LENGTH(CAST({origin} AS TEXT))");
        format!(
            "LOWER(SUBSTR(i.access_url, 1, {length})) = {origin}
             AND SUBSTR(i.access_url, {length} + 1, 1) IN ('', '/', '?', '#')"
        )
    };
    let sql = format!(
        "SELECT DISTINCT a.tenant_id
         FROM tenancy_application_instance i
         JOIN tenancy_tenant_application a ON a.application_instance_id = i.application_instance_id
         JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id
         WHERE t.active AND ({} OR {})
         LIMIT 2",
        is_at("$1"),
        is_at("$2")
    );
    let (plain, secure) = (format!("http://{host}"), format!("https://{host}"));
    let found: Vec<TenantId> = conn.rows(&sql, params![&plain, &secure], |row| row.get(0))?;
    Ok(found.first().copied().filter(|_| found.len() == 1))
}

/// Whether it is a host, perhaps with a port, and nothing else.
fn is_host(host: &str) -> bool {
    let url = format!("https://{host}");
    origins_of(std::slice::from_ref(&url)) == [url]
}
