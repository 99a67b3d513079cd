//! The rows of tenants and what belongs to them.

use db::{Conn, Row, Tx, Value, params, placeholders};
use primitives::{AppInstanceId, CompanyId, GroupId, Seconds, TenantId, fold};

use crate::ThemeId;
use crate::key::TenantKey;
use crate::model::{NewAppInstance, NewCompany, NewGroup, NewTenant, NewTheme};
use crate::theme::{Theme, ThemeConfig};

/// Grows with every change of people, groups, tenants and instances: data read under another epoch are stale.
pub fn epoch(conn: &mut Conn<'_>) -> db::Result<i64> {
    conn.get("SELECT epoch FROM tenancy_epoch WHERE epoch_id = 1", &[], |row| row.get(0))
}

/// To be called in the transaction that changes people or their rights.
pub fn bump_epoch(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("UPDATE tenancy_epoch SET epoch = epoch + 1 WHERE epoch_id = 1", &[]).map(|_| ())
}

pub fn find_tenant_by_key(conn: &mut Conn<'_>, key: &TenantKey) -> db::Result<Option<TenantId>> {
    conn.find("SELECT tenant_id FROM tenancy_tenant WHERE tenant_key = $1", params![key.as_str()], |row| row.get(0))
}

pub(crate) fn insert_tenant(tx: &mut Tx<'_>, new: &NewTenant, now: Seconds) -> db::Result<TenantId> {
    let folded = fold(&format!("{} {}", new.title, new.key));
    tx.get(
        "INSERT INTO tenancy_tenant (tenant_title, tenant_key, cnpj, theme_id, created_at, folded)
         VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING tenant_id",
        params![
            new.title.as_str(),
            new.key.as_str(),
            new.cnpj.as_ref().map(|cnpj| cnpj.as_str()),
            new.theme,
            now,
            &folded
        ],
        |row| row.get(0),
    )
}

pub(crate) fn wear_theme(tx: &mut Tx<'_>, tenant: TenantId, theme: ThemeId) -> db::Result<()> {
    tx.run("UPDATE tenancy_tenant SET theme_id = $2 WHERE tenant_id = $1", params![tenant, theme]).map(|_| ())
}

pub(crate) fn switch_tenant(tx: &mut Tx<'_>, tenant: TenantId, active: bool) -> db::Result<bool> {
    let sql = "UPDATE tenancy_tenant SET active = $2 WHERE tenant_id = $1";
    Ok(tx.run(sql, params![tenant, active])? == 1)
}

pub(crate) fn insert_company(tx: &mut Tx<'_>, new: &NewCompany) -> db::Result<CompanyId> {
    let folded = fold(&format!("{} {}", new.name, new.key));
    let cnpj = new.cnpj.as_ref().map(|cnpj| cnpj.as_str());
    tx.get(
        "INSERT INTO tenancy_company (tenant_id, company_name, company_key, cnpj, folded)
         VALUES ($1, $2, $3, $4, $5)
         RETURNING company_id",
        params![new.tenant, new.name.as_str(), new.key.as_str(), cnpj, &folded],
        |row| row.get(0),
    )
}

pub fn tenant_of_company(conn: &mut Conn<'_>, company: CompanyId) -> db::Result<Option<TenantId>> {
    conn.find("SELECT tenant_id FROM tenancy_company WHERE company_id = $1", params![company], |row| row.get(0))
}

/// The company that was created with the tenant, or the oldest that is left.
pub fn first_company(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<CompanyId>> {
    let sql = "SELECT company_id FROM tenancy_company WHERE tenant_id = $1 AND active ORDER BY company_id LIMIT 1";
    conn.find(sql, params![tenant], |row| row.get(0))
}

pub(crate) fn insert_group(tx: &mut Tx<'_>, tenant: TenantId, new: &NewGroup) -> db::Result<GroupId> {
    let folded = fold(&format!("{} {}", new.title, new.key));
    tx.get(
        "INSERT INTO tenancy_usergroup (tenant_id, company_id, group_title, group_key, theme_id, folded)
         VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING user_group_id",
        params![tenant, new.company, new.title.as_str(), new.key.as_str(), new.theme, &folded],
        |row| row.get(0),
    )
}

pub(crate) fn insert_instance(tx: &mut Tx<'_>, new: &NewAppInstance) -> db::Result<AppInstanceId> {
    let folded = fold(new.title.as_str());
    let url = new.access_url.as_ref().map(|url| url.as_str());
    tx.get(
        "INSERT INTO tenancy_application_instance (application_instance_title, application_id, access_url, folded)
         VALUES ($1, $2, $3, $4)
         RETURNING application_instance_id",
        params![new.title.as_str(), new.application.code(), url, &folded],
        |row| row.get(0),
    )
}

pub(crate) fn give_tenant(tx: &mut Tx<'_>, tenant: TenantId, instance: AppInstanceId) -> db::Result<()> {
    tx.run(
        "INSERT INTO tenancy_tenant_application (tenant_id, application_instance_id)
         VALUES ($1, $2)
         ON CONFLICT DO NOTHING",
        params![tenant, instance],
    )
    .map(|_| ())
}

pub(crate) fn tenant_of_group_has(conn: &mut Conn<'_>, group: GroupId, instance: AppInstanceId) -> db::Result<bool> {
    conn.exists(
        "SELECT 1
         FROM tenancy_usergroup g
         JOIN tenancy_tenant_application a ON a.tenant_id = g.tenant_id
         WHERE g.user_group_id = $1 AND a.application_instance_id = $2",
        params![group, instance],
    )
}

pub(crate) fn give_group(tx: &mut Tx<'_>, group: GroupId, instance: AppInstanceId) -> db::Result<()> {
    tx.run(
        "INSERT INTO tenancy_usergroup_application (user_group_id, application_instance_id)
         VALUES ($1, $2)
         ON CONFLICT DO NOTHING",
        params![group, instance],
    )
    .map(|_| ())
}

pub(crate) fn insert_theme(tx: &mut Tx<'_>, new: &NewTheme) -> db::Result<ThemeId> {
    let config = new.config.to_stored()?;
    let folded = fold(&format!("{} {}", new.title, new.key));
    tx.get(
        "INSERT INTO tenancy_theme (tenant_id, theme_title, theme_key, theme_config, folded)
         VALUES ($1, $2, $3, $4, $5)
         RETURNING theme_id",
        params![new.tenant, new.title.as_str(), new.key.as_str(), &config, &folded],
        |row| row.get(0),
    )
}

pub(crate) const THEME: &str = "h.theme_id, h.tenant_id, h.theme_title, h.theme_key, h.theme_config, h.version,
    (SELECT own.tenant_title FROM tenancy_tenant own WHERE own.tenant_id = h.tenant_id)";

pub(crate) fn theme(row: &Row<'_>) -> db::Result<Theme> {
    Ok(Theme {
        theme_id: row.get(0)?,
        tenant_id: row.get(1)?,
        theme_title: row.get(2)?,
        theme_key: row.get(3)?,
        theme_config: ThemeConfig::from_stored(&row.get::<String>(4)?)?,
        version: row.get(5)?,
        tenant_title: row.get(6)?,
    })
}

pub(crate) fn theme_of_groups(
    conn: &mut Conn<'_>,
    home: Option<TenantId>,
    groups: &[GroupId],
) -> db::Result<Option<Theme>> {
    if groups.is_empty() {
        return Ok(None);
    }
    let sql = format!(
        "SELECT {THEME}
         FROM tenancy_usergroup g
         JOIN tenancy_theme h ON h.theme_id = g.theme_id
         WHERE g.user_group_id IN ({})
         ORDER BY CASE WHEN g.tenant_id = $1 THEN 0 ELSE 1 END, g.user_group_id
         LIMIT 1",
        placeholders(2, groups.len())
    );
    let mut values = vec![Value::from(home)];
    values.extend(groups.iter().copied().map(Value::from));
    conn.find(&sql, &values, theme)
}

pub(crate) fn theme_of_tenant(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<Theme>> {
    let sql = format!(
        "SELECT {THEME}
         FROM tenancy_tenant t
         JOIN tenancy_theme h ON h.theme_id = t.theme_id
         WHERE t.tenant_id = $1"
    );
    conn.find(&sql, params![tenant], theme)
}

pub(crate) fn default_theme(conn: &mut Conn<'_>) -> db::Result<Theme> {
    let sql = format!("SELECT {THEME} FROM tenancy_theme h WHERE h.tenant_id IS NULL AND h.theme_key = 'green'");
    conn.get(&sql, &[], theme)
}

/// The platform's themes first, then those of `tenants`.
pub(crate) fn themes_offered(conn: &mut Conn<'_>, tenants: &[TenantId]) -> db::Result<Vec<Theme>> {
    let theirs = match tenants.len() {
        0 => String::new(),
        count => format!("OR h.tenant_id IN ({})", placeholders(1, count)),
    };
    let sql = format!(
        "SELECT {THEME}
         FROM tenancy_theme h
         WHERE h.tenant_id IS NULL {theirs}
         ORDER BY CASE WHEN h.tenant_id IS NULL THEN 0 ELSE 1 END, h.theme_id
         LIMIT 500"
    );
    let values: Vec<Value<'_>> = tenants.iter().copied().map(Value::from).collect();
    conn.rows(&sql, &values, theme)
}

/// A theme of the platform, or of the tenant.
pub(crate) fn theme_is_offered(conn: &mut Conn<'_>, theme: ThemeId, tenant: Option<TenantId>) -> db::Result<bool> {
    let sql = "SELECT 1 FROM tenancy_theme WHERE theme_id = $1 AND (tenant_id IS NULL OR tenant_id = $2)";
    conn.exists(sql, params![theme, tenant])
}

/// Invitations into groups of other tenants end with the company.
pub(crate) fn forget_invitations_of(tx: &mut Tx<'_>, company: CompanyId) -> db::Result<()> {
    tx.run("DELETE FROM tenancy_external_company WHERE company_id = $1", params![company]).map(|_| ())
}

pub fn title_of(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<String>> {
    conn.find("SELECT tenant_title FROM tenancy_tenant WHERE tenant_id = $1", params![tenant], |row| row.get(0))
}

pub fn is_there(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM tenancy_tenant WHERE tenant_id = $1", params![tenant])
}

/// The time zone that the tenant has chosen, by its IANA name.
pub fn time_zone(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<String>> {
    let sql = "SELECT time_zone FROM tenancy_tenant WHERE tenant_id = $1";
    Ok(conn.find(sql, params![tenant], |row| row.get(0))?.flatten())
}

/// Sets the time zone and returns the tenant's title; None if there is no such tenant. The caller checks that the zone
/// exists.
pub fn set_time_zone(tx: &mut Tx<'_>, tenant: TenantId, name: Option<&str>) -> db::Result<Option<String>> {
    let sql = "UPDATE tenancy_tenant SET time_zone = $2 WHERE tenant_id = $1 RETURNING tenant_title";
    tx.find(sql, params![tenant, name], |row| row.get(0))
}
