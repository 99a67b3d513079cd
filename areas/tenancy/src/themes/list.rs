//! `GET theme/admin` and `GET theme/admin/tenant/{tenant_id}`.

use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::Serialize;

use super::store;
use crate::theme::Theme;
use crate::{Error, Tenancy};

const ORDERS: [&str; 3] = ["theme_title", "theme_key", "tenant_id"];

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ThemeList {
    items: Vec<Theme>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    total: i64,
}

/// Lists the platform's themes and those of the tenants that the asker administers, ordered by `theme_title`,
/// `theme_key` or `tenant_id`.
#[utoipa::path(
    get,
    path = "/api/core/theme/admin",
    operation_id = "theme_list",
    tag = "core",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(theme_title|theme_key|tenant_id)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of themes", body = ThemeList))
)]
pub(crate) async fn list_themes(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<ThemeList>, Problem> {
    let listing = query.listing(&ORDERS)?;
    let read = tenancy.db.read(move |conn| {
        let of = (!actor.master).then_some(actor.admin_of.as_slice());
        store::page(conn, of, &listing)
    });
    let page = read.await?;
    Ok(Json(ThemeList { items: page.items, total: page.total }))
}

/// Lists the themes that a tenant and its groups may use: the platform's and its own.
#[utoipa::path(
    get,
    path = "/api/core/theme/admin/tenant/{tenant_id}",
    operation_id = "theme_list_of_tenant",
    tag = "core",
    params(("tenant_id" = i64, Path), ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(theme_title|theme_key|tenant_id)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of themes", body = ThemeList))
)]
pub(crate) async fn list_themes_of_tenant(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<ThemeList>, Problem> {
    let listing = query.listing(&ORDERS)?;
    let read = tenancy.db.read(move |conn| {
        if !actor.administers(tenant) || !crate::is_there(conn, tenant)? {
            return Err(Error::Missing);
        }
        Ok(store::page(conn, Some(&[tenant]), &listing)?)
    });
    let page = read.await?;
    Ok(Json(ThemeList { items: page.items, total: page.total }))
}
