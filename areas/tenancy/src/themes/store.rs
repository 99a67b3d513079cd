//! The rows of themes in the settings.

use db::{Conn, Page, Table, Tx, Value, params};
use primitives::{GroupId, Listing, TenantId, fold};

use crate::ThemeId;
use crate::instances::origins_of;
use crate::key::Title;
use crate::store::{THEME, theme};
use crate::theme::{Theme, ThemeConfig};

/// The platform's themes and those of `of`; of every tenant if None.
pub(super) fn page(conn: &mut Conn<'_>, of: Option<&[TenantId]>, listing: &Listing) -> db::Result<Page<Theme>> {
    let mut values = Vec::new();
    let filter = match of {
        None => "1 = 1".to_owned(),
        Some([]) => "h.tenant_id IS NULL".to_owned(),
        Some(tenants) => {
            values.extend(tenants.iter().copied().map(Value::from));
            format!("(h.tenant_id IS NULL OR h.tenant_id IN ({}))", db::placeholders(1, tenants.len()))
        }
    };
    let table = Table {
        columns: THEME,
        from: "tenancy_theme h",
        filter,
        values,
        searched: "h.folded",
        order: match listing.column {
            "theme_key" => "h.theme_key",
            "tenant_id" => "COALESCE(h.tenant_id, 0)",
            _ => "h.folded",
        },
        id: "h.theme_id",
    };
    conn.page(&table, listing, theme)
}

pub(super) fn find(conn: &mut Conn<'_>, id: ThemeId) -> db::Result<Option<Theme>> {
    conn.find(&format!("SELECT {THEME} FROM tenancy_theme h WHERE h.theme_id = $1"), params![id], theme)
}

pub(super) fn change(tx: &mut Tx<'_>, old: &Theme, title: &Title, config: &ThemeConfig) -> db::Result<()> {
    let folded = fold(&format!("{title} {}", old.theme_key));
    tx.run(
        "UPDATE tenancy_theme
         SET theme_title = $2, theme_config = $3, folded = $4, version = version + 1
         WHERE theme_id = $1",
        params![old.theme_id, title.as_str(), &config.to_stored()?, &folded],
    )
    .map(|_| ())
}

pub(super) fn set_config(tx: &mut Tx<'_>, id: ThemeId, config: &ThemeConfig) -> db::Result<()> {
    let sql = "UPDATE tenancy_theme SET theme_config = $2, version = version + 1 WHERE theme_id = $1";
    tx.run(sql, params![id, &config.to_stored()?]).map(|_| ())
}

pub(super) fn delete(tx: &mut Tx<'_>, id: ThemeId) -> db::Result<()> {
    delete_logo(tx, id)?;
    tx.run("DELETE FROM tenancy_theme WHERE theme_id = $1", params![id]).map(|_| ())
}

/// How many tenants and groups use it.
pub(super) fn wearers(conn: &mut Conn<'_>, id: ThemeId) -> db::Result<(i64, i64)> {
    conn.get(
        "SELECT (SELECT COUNT(*) FROM tenancy_tenant WHERE theme_id = $1),
           (SELECT COUNT(*) FROM tenancy_usergroup WHERE theme_id = $1)",
        params![id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

pub(super) fn keep_logo(tx: &mut Tx<'_>, id: ThemeId, hash: &str, webp: &[u8]) -> db::Result<()> {
    tx.run(
        "INSERT INTO tenancy_theme_logo (theme_id, hash, webp) VALUES ($1, $2, $3)
         ON CONFLICT (theme_id) DO UPDATE SET hash = excluded.hash, webp = excluded.webp",
        params![id, hash, webp],
    )
    .map(|_| ())
}

pub(super) fn delete_logo(tx: &mut Tx<'_>, id: ThemeId) -> db::Result<()> {
    tx.run("DELETE FROM tenancy_theme_logo WHERE theme_id = $1", params![id]).map(|_| ())
}

/// The tenant of a logo's theme, its hash and its bytes.
pub(super) type Logo = (Option<TenantId>, String, Vec<u8>);

pub(super) fn logo(conn: &mut Conn<'_>, id: ThemeId) -> db::Result<Option<Logo>> {
    conn.find(
        "SELECT h.tenant_id, l.hash, l.webp
         FROM tenancy_theme_logo l
         JOIN tenancy_theme h ON h.theme_id = l.theme_id
         WHERE l.theme_id = $1",
        params![id],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )
}

/// A tenant or group with a theme: its title, its tenant, and the theme.
pub(super) struct Wearer {
    pub title: String,
    pub tenant: TenantId,
    pub theme: Option<ThemeId>,
}

pub(super) fn tenant(conn: &mut Conn<'_>, id: TenantId) -> db::Result<Option<Wearer>> {
    let sql = "SELECT tenant_title, tenant_id, theme_id FROM tenancy_tenant WHERE tenant_id = $1";
    conn.find(sql, params![id], |row| Ok(Wearer { title: row.get(0)?, tenant: row.get(1)?, theme: row.get(2)? }))
}

pub(super) fn group(conn: &mut Conn<'_>, id: GroupId) -> db::Result<Option<Wearer>> {
    let sql = "SELECT group_title, tenant_id, theme_id FROM tenancy_usergroup WHERE user_group_id = $1";
    conn.find(sql, params![id], |row| Ok(Wearer { title: row.get(0)?, tenant: row.get(1)?, theme: row.get(2)? }))
}

pub(super) fn dress_tenant(tx: &mut Tx<'_>, id: TenantId, theme: Option<ThemeId>) -> db::Result<()> {
    let sql = "UPDATE tenancy_tenant SET theme_id = $2, version = version + 1 WHERE tenant_id = $1";
    tx.run(sql, params![id, theme]).map(|_| ())
}

pub(super) fn dress_group(tx: &mut Tx<'_>, id: GroupId, theme: Option<ThemeId>) -> db::Result<()> {
    let sql = "UPDATE tenancy_usergroup SET theme_id = $2, version = version + 1 WHERE user_group_id = $1";
    tx.run(sql, params![id, theme]).map(|_| ())
}

/// The origins of logos that themes name by address.
pub fn logo_origins(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = "SELECT h.theme_config
         FROM tenancy_theme h
         WHERE h.theme_config LIKE '%\"logo\":\"http%'
         ORDER BY h.theme_id
         LIMIT 200";
    let stored: Vec<String> = conn.rows(sql, &[], |row| row.get(0))?;
    let logos = stored.iter().filter_map(|config| ThemeConfig::from_stored(config).ok()?.logo);
    Ok(origins_of(&logos.collect::<Vec<_>>()))
}
