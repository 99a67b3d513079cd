//! The rows of companies.

use db::{Conn, Page, Row, Table, Tx, Value, params};
use primitives::{Cnpj, CompanyId, Listing, TenantId, fold};

use super::model::{Change, Company};

const COLUMNS: &str =
    "c.company_id, c.tenant_id, t.tenant_title, c.company_name, c.company_key, c.cnpj, c.active, c.version";
const FROM: &str = "tenancy_company c JOIN tenancy_tenant t ON t.tenant_id = c.tenant_id";

fn company(row: &Row<'_>) -> db::Result<Company> {
    Ok(Company {
        company_id: row.get(0)?,
        tenant_id: row.get(1)?,
        tenant_title: row.get(2)?,
        name: row.get(3)?,
        key: row.get(4)?,
        cnpj: row.get(5)?,
        active: row.get(6)?,
        version: row.get(7)?,
    })
}

/// `of`: the companies of these tenants; of all tenants if None.
pub(super) fn page(conn: &mut Conn<'_>, of: Option<&[TenantId]>, listing: &Listing) -> db::Result<Page<Company>> {
    let all = Table {
        columns: COLUMNS,
        from: FROM,
        filter: "1 = 1".into(),
        values: vec![],
        searched: "c.folded",
        order: match listing.column {
            "key" => "c.company_key",
            "tenant_title" => "t.folded",
            _ => "c.folded",
        },
        id: "c.company_id",
    };
    let table = match of {
        None => all,
        Some(tenants) => all.only("c.tenant_id", tenants.iter().copied().map(Value::from)),
    };
    conn.page(&table, listing, company)
}

pub(super) fn find(conn: &mut Conn<'_>, id: CompanyId) -> db::Result<Option<Company>> {
    conn.find(&format!("SELECT {COLUMNS} FROM {FROM} WHERE c.company_id = $1"), params![id], company)
}

pub(super) fn change(tx: &mut Tx<'_>, old: &Company, new: &Change) -> db::Result<()> {
    let folded = fold(&format!("{} {}", new.name, old.key));
    tx.run(
        "UPDATE tenancy_company
         SET company_name = $2, cnpj = $3, active = $4, folded = $5, version = version + 1
         WHERE company_id = $1",
        params![old.company_id, new.name.as_str(), new.cnpj.as_ref().map(Cnpj::as_str), new.active, &folded],
    )
    .map(|_| ())
}

pub(super) fn delete(tx: &mut Tx<'_>, id: CompanyId) -> db::Result<()> {
    tx.run("DELETE FROM tenancy_company WHERE company_id = $1", params![id]).map(|_| ())
}
