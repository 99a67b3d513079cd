//! `GET tenant`: all tenants for a master, their own for an admin.

use axum::extract::State;
use rest::{CurrentUser, Json, ListQuery, Problem, Query};
use serde::Serialize;

use super::model::Tenant;
use super::store;
use crate::Tenancy;

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TenantList {
    items: Vec<Tenant>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    total: i64,
}

/// Lists tenants, ordered by `title`, `key` or `created_at`.
#[utoipa::path(
    get,
    path = "/api/core/tenant",
    operation_id = "tenant_list",
    tag = "core",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(title|key|created_at)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of tenants", body = TenantList))
)]
pub(crate) async fn list_tenants(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<TenantList>, Problem> {
    let listing = query.listing(&["title", "key", "created_at"])?;
    let page = tenancy.db.read(move |conn| store::page(conn, actor.administered(), &listing)).await?;
    Ok(Json(TenantList { items: page.items, total: page.total }))
}
