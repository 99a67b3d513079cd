//! Which tenant a host belongs to.

use std::collections::BTreeSet;

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
    conn.find(
        "SELECT l.hash, l.webp
         FROM tenancy_tenant t
         JOIN tenancy_theme_logo l ON l.theme_id = t.theme_id
         WHERE t.tenant_id = $1",
        params![tenant],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Instances are few; those on other servers are looked at one by one.
const MOST: i64 = 1_000;

fn sole_tenant(conn: &mut Conn<'_>, host: &str) -> db::Result<Option<TenantId>> {
    let found: Vec<(TenantId, String)> = conn.rows(
        "SELECT a.tenant_id, i.access_url
         FROM tenancy_application_instance i
         JOIN tenancy_tenant_application a ON a.application_instance_id = i.application_instance_id
         JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id
         WHERE i.access_url LIKE 'http%' AND t.active
         ORDER BY i.application_instance_id, a.tenant_id
         LIMIT $1",
        params![MOST],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let here = found.into_iter().filter(|(_, url)| host_of(url).is_some_and(|of| of == host));
    let tenants: BTreeSet<i64> = here.map(|(tenant, _)| tenant.0).collect();
    let mut tenants = tenants.into_iter();
    Ok(tenants.next().filter(|_| tenants.next().is_none()).map(TenantId))
}

/// Host and port of an address, in lower case.
fn host_of(url: &str) -> Option<String> {
    let origin = origins_of(&[url.to_owned()]).pop()?;
    Some(origin.split_once("://")?.1.to_ascii_lowercase())
}
