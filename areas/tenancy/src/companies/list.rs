//! `GET company` and `GET company/tenant/{tenant_id}`.

use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};

use super::model::CompanyList;
use super::store;
use crate::{Error, Tenancy};

const ORDERS: [&str; 3] = ["name", "key", "tenant_title"];

/// Lists the companies of the tenants that the asker administers, ordered by `name`, `key` or `tenant_title`.
#[utoipa::path(
    get,
    path = "/api/core/company",
    operation_id = "company_list",
    tag = "core",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|key|tenant_title)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of companies", body = CompanyList))
)]
pub(crate) async fn list_companies(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<CompanyList>, Problem> {
    let listing = query.listing(&ORDERS)?;
    let page = tenancy.db.read(move |conn| store::page(conn, actor.administered(), &listing)).await?;
    Ok(Json(CompanyList { items: page.items, total: page.total }))
}

/// Lists the companies of one tenant, ordered by `name` or `key`.
#[utoipa::path(
    get,
    path = "/api/core/company/tenant/{tenant_id}",
    operation_id = "company_list_of_tenant",
    tag = "core",
    params(("tenant_id" = i64, Path), ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|key|tenant_title)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of companies", body = CompanyList))
)]
pub(crate) async fn list_companies_of_tenant(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<CompanyList>, Problem> {
    if !actor.administers(tenant) {
        return Err(Error::Missing.into());
    }
    let listing = query.listing(&ORDERS)?;
    let page = tenancy.db.read(move |conn| store::page(conn, Some(&[tenant]), &listing)).await?;
    Ok(Json(CompanyList { items: page.items, total: page.total }))
}
