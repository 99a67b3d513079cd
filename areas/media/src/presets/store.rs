//! The rows of presets.

use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{Listing, TenantId, fold};

use super::MOST;
use super::model::{Preset, PresetId};
use crate::look::Look;

const COLUMNS: &str = "p.preset_id, p.tenant_id, t.tenant_title, p.name, p.width, p.height, p.fit, p.format, p.quality,
    p.background, p.enlarge, p.version";
const FROM: &str = "media_preset p JOIN tenancy_tenant t ON t.tenant_id = p.tenant_id";

fn preset(row: &Row<'_>) -> db::Result<Preset> {
    Ok(Preset {
        preset_id: row.get(0)?,
        tenant_id: row.get(1)?,
        tenant_title: row.get(2)?,
        name: row.get(3)?,
        width: row.get(4)?,
        height: row.get(5)?,
        fit: row.get(6)?,
        format: row.get(7)?,
        quality: row.get(8)?,
        background: row.get(9)?,
        enlarge: row.get(10)?,
        version: row.get(11)?,
    })
}

pub(super) fn page(conn: &mut Conn<'_>, tenants: &[TenantId], listing: &Listing) -> db::Result<Page<Preset>> {
    let theirs = if tenants.is_empty() { "NULL".to_owned() } else { placeholders(1, tenants.len()) };
    let table = Table {
        columns: COLUMNS,
        from: FROM,
        filter: format!("p.tenant_id IN ({theirs})"),
        values: tenants.iter().copied().map(Value::from).collect(),
        searched: "p.folded",
        order: match listing.column {
            "format" => "p.format",
            "tenant_title" => "t.folded",
            _ => "p.folded",
        },
        id: "p.preset_id",
    };
    conn.page(&table, listing, preset)
}

/// Those of one tenant, by name.
pub fn of_tenant(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Vec<Preset>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE p.tenant_id = $1 ORDER BY p.folded, p.preset_id LIMIT $2");
    conn.rows(&sql, params![tenant, MOST], preset)
}

pub(super) fn count(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<i64> {
    conn.get("SELECT COUNT(*) FROM media_preset WHERE tenant_id = $1", params![tenant], |row| row.get(0))
}

/// One of these tenants' presets.
pub(crate) fn find(conn: &mut Conn<'_>, id: PresetId, tenants: &[TenantId]) -> db::Result<Option<Preset>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE p.preset_id = $1");
    Ok(conn.find(&sql, params![id], preset)?.filter(|found| tenants.contains(&found.tenant_id)))
}

pub(super) fn insert(tx: &mut Tx<'_>, tenant: TenantId, name: &str, look: &Look) -> db::Result<PresetId> {
    let colour = look.background.map(|colour| colour.to_string());
    tx.get(
        "INSERT INTO media_preset
           (tenant_id, name, folded, width, height, fit, format, quality, background, enlarge)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         RETURNING preset_id",
        params![
            tenant,
            name,
            &fold(name),
            look.width.map(i64::from),
            look.height.map(i64::from),
            look.fit.word(),
            look.format.word(),
            i64::from(look.quality),
            colour.as_deref(),
            look.enlarge
        ],
        |row| row.get(0),
    )
}

pub(super) fn change(tx: &mut Tx<'_>, id: PresetId, name: &str, look: &Look) -> db::Result<()> {
    let colour = look.background.map(|colour| colour.to_string());
    tx.run(
        "UPDATE media_preset
         SET name = $2, folded = $3, width = $4, height = $5, fit = $6, format = $7, quality = $8, background = $9,
           enlarge = $10, version = version + 1
         WHERE preset_id = $1",
        params![
            id,
            name,
            &fold(name),
            look.width.map(i64::from),
            look.height.map(i64::from),
            look.fit.word(),
            look.format.word(),
            i64::from(look.quality),
            colour.as_deref(),
            look.enlarge
        ],
    )
    .map(drop)
}

pub(super) fn delete(tx: &mut Tx<'_>, id: PresetId) -> db::Result<()> {
    tx.run("DELETE FROM media_preset WHERE preset_id = $1", params![id]).map(drop)
}
