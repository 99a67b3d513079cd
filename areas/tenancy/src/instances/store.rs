//! The rows of application instances.

use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{AppInstanceId, Application, Listing, TenantId, fold};

use super::model::{ApplicationInstance, Wanted};

const COLUMNS: &str =
    "application_instance_id, application_instance_title, application_id, access_url, config, version";

fn instance(row: &Row<'_>) -> db::Result<ApplicationInstance> {
    let (id, application): (AppInstanceId, Application) = (row.get(0)?, row.get(2)?);
    Ok(ApplicationInstance {
        application_instance_id: id,
        application_instance_title: row.get(1)?,
        application_id: application.code(),
        application_key: application,
        access_url: row.get::<Option<String>>(3)?.unwrap_or_else(|| format!("/api/app/{id}")),
        config: row.get(4)?,
        version: row.get(5)?,
    })
}

/// `of`: the instances of these tenants, without their configs; all instances if None.
pub(super) fn page(
    conn: &mut Conn<'_>,
    of: Option<&[TenantId]>,
    listing: &Listing,
) -> db::Result<Page<ApplicationInstance>> {
    let all = Table {
        columns: COLUMNS,
        from: "tenancy_application_instance",
        filter: "1 = 1".into(),
        values: vec![],
        searched: "folded",
        order: match listing.column {
            "application_id" => "application_id",
            _ => "folded",
        },
        id: "application_instance_id",
    };
    let Some(tenants) = of else { return conn.page(&all, listing, instance) };
    let values: Vec<Value<'_>> = tenants.iter().copied().map(Value::from).collect();
    let filter = match tenants.len() {
        0 => "1 = 0".into(),
        count => format!(
            "application_instance_id IN
             (SELECT application_instance_id FROM tenancy_tenant_application WHERE tenant_id IN ({}))",
            placeholders(1, count)
        ),
    };
    let mut page = conn.page(&Table { filter, values, ..all }, listing, instance)?;
    for instance in &mut page.items {
        instance.config = None;
    }
    Ok(page)
}

pub(super) fn find(conn: &mut Conn<'_>, id: AppInstanceId) -> db::Result<Option<ApplicationInstance>> {
    let sql = format!("SELECT {COLUMNS} FROM tenancy_application_instance WHERE application_instance_id = $1");
    conn.find(&sql, params![id], instance)
}

/// The default address is not stored, so that a copy of the row gets its own default.
pub(super) fn change(tx: &mut Tx<'_>, id: AppInstanceId, wanted: &Wanted) -> db::Result<()> {
    let own = format!("/api/app/{id}");
    let url = wanted.access_url.as_ref().map(|url| url.as_str()).filter(|url| *url != own);
    let folded = fold(wanted.title.as_str());
    tx.run(
        "UPDATE tenancy_application_instance
         SET application_instance_title = $2, access_url = $3, config = $4, folded = $5, version = version + 1
         WHERE application_instance_id = $1",
        params![id, wanted.title.as_str(), url, wanted.config.as_deref(), &folded],
    )
    .map(|_| ())
}

pub(super) fn set_config(tx: &mut Tx<'_>, id: AppInstanceId, config: Option<&str>) -> db::Result<()> {
    let sql = "UPDATE tenancy_application_instance SET config = $2 WHERE application_instance_id = $1";
    tx.run(sql, params![id, config]).map(|_| ())
}
