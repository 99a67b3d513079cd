//! The rows of tenants, and their instances.

use std::collections::HashMap;

use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{AppInstanceId, Listing, TenantId, fold};

use super::model::{Change, Tenant};
use crate::{Error, Result};

const COLUMNS: &str =
    "t.tenant_id, t.tenant_title, t.tenant_key, t.cnpj, t.theme_id, t.active, t.created_at, t.version";

fn tenant(row: &Row<'_>) -> db::Result<Tenant> {
    Ok(Tenant {
        tenant_id: row.get(0)?,
        title: row.get(1)?,
        key: row.get(2)?,
        cnpj: row.get(3)?,
        app_instance_ids: vec![],
        theme: row.get(4)?,
        active: row.get(5)?,
        created_at: row.get(6)?,
        version: row.get(7)?,
    })
}

/// `of`: these tenants; all of them if None.
pub(super) fn page(conn: &mut Conn<'_>, of: Option<&[TenantId]>, listing: &Listing) -> db::Result<Page<Tenant>> {
    let all = Table {
        columns: COLUMNS,
        from: "tenancy_tenant t",
        filter: "1 = 1".into(),
        values: vec![],
        searched: "t.folded",
        order: match listing.column {
            "key" => "t.tenant_key",
            "created_at" => "t.created_at",
            _ => "t.folded",
        },
        id: "t.tenant_id",
    };
    let table = match of {
        None => all,
        Some(tenants) => all.only("t.tenant_id", tenants.iter().copied().map(Value::from)),
    };
    let mut page = conn.page(&table, listing, tenant)?;
    let ids: Vec<_> = page.items.iter().map(|tenant| tenant.tenant_id).collect();
    let mut instances = instances_of(conn, &ids)?;
    for tenant in &mut page.items {
        tenant.app_instance_ids = instances.remove(&tenant.tenant_id).unwrap_or_default();
    }
    Ok(page)
}

pub(super) fn find(conn: &mut Conn<'_>, id: TenantId) -> db::Result<Option<Tenant>> {
    let sql = format!("SELECT {COLUMNS} FROM tenancy_tenant t WHERE t.tenant_id = $1");
    let Some(mut found) = conn.find(&sql, params![id], tenant)? else { return Ok(None) };
    found.app_instance_ids = instances_of(conn, &[id])?.remove(&id).unwrap_or_default();
    Ok(Some(found))
}

fn instances_of(conn: &mut Conn<'_>, tenants: &[TenantId]) -> db::Result<HashMap<TenantId, Vec<AppInstanceId>>> {
    if tenants.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT tenant_id, application_instance_id
         FROM tenancy_tenant_application
         WHERE tenant_id IN ({})
         ORDER BY tenant_id, application_instance_id",
        placeholders(1, tenants.len())
    );
    let values: Vec<Value<'_>> = tenants.iter().copied().map(Value::from).collect();
    let mut found: HashMap<TenantId, Vec<AppInstanceId>> = HashMap::new();
    for (tenant, instance) in conn.rows(&sql, &values, |row| Ok((row.get::<TenantId>(0)?, row.get(1)?)))? {
        found.entry(tenant).or_default().push(instance);
    }
    Ok(found)
}

pub(super) fn change(tx: &mut Tx<'_>, old: &Tenant, new: &Change) -> db::Result<()> {
    let folded = fold(&format!("{} {}", new.title, old.key));
    tx.run(
        "UPDATE tenancy_tenant
         SET tenant_title = $2, theme_id = $3, active = $4, folded = $5, version = version + 1
         WHERE tenant_id = $1",
        params![old.tenant_id, new.title.as_str(), new.theme, new.active, &folded],
    )
    .map(|_| ())
}

/// Sets exactly these instances; those that the tenant loses, its groups lose too. Refuses a form with an instance that
/// does not exist.
pub(super) fn set_instances(tx: &mut Tx<'_>, tenant: TenantId, instances: &[AppInstanceId]) -> Result<()> {
    let mut values = vec![Value::from(tenant)];
    values.extend(instances.iter().copied().map(Value::from));
    let others = match instances.len() {
        0 => String::new(),
        count => format!("AND application_instance_id NOT IN ({})", placeholders(2, count)),
    };
    tx.run(
        &format!(
            "DELETE FROM tenancy_usergroup_application
             WHERE user_group_id IN (SELECT user_group_id FROM tenancy_usergroup WHERE tenant_id = $1) {others}"
        ),
        &values,
    )?;
    tx.run(&format!("DELETE FROM tenancy_tenant_application WHERE tenant_id = $1 {others}"), &values)?;
    for instance in instances {
        crate::store::give_tenant(tx, tenant, *instance).map_err(|error| match error {
            db::Error::ForeignKey(_) => Error::Unknown("app_instance_ids"),
            other => other.into(),
        })?;
    }
    Ok(())
}

/// Deletes the tenant and its companies, if they are empty.
pub(super) fn delete(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    for sql in [
        "DELETE FROM tenancy_tenant_application WHERE tenant_id = $1",
        "DELETE FROM tenancy_external_company
         WHERE company_id IN (SELECT company_id FROM tenancy_company WHERE tenant_id = $1)",
        "DELETE FROM tenancy_company WHERE tenant_id = $1",
        "DELETE FROM tenancy_tenant WHERE tenant_id = $1",
    ] {
        tx.run(sql, params![tenant])?;
    }
    Ok(())
}
