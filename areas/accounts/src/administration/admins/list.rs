//! `GET tenant/{tenant_id}/admin`.

use axum::extract::State;
use primitives::TenantId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};

use crate::administration::users::model::UserList;
use crate::administration::users::search::page;
use crate::administration::users::store::Of;
use crate::{Accounts, Error};

/// Lists the admins of a tenant, ordered by `name` or `email`.
#[utoipa::path(
    get,
    path = "/api/core/tenant/{tenant_id}/admin",
    operation_id = "tenant_admin_list",
    tag = "core",
    params(("tenant_id" = i64, Path), ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|email)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of admins", body = UserList))
)]
pub(crate) async fn list_admins(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<UserList>, Problem> {
    if !actor.administers(tenant) {
        return Err(Error::Missing.into());
    }
    let listing = query.listing(&["name", "email"])?;
    let of = Of { admins_of: Some(tenant), ..Of::default() };
    let page = accounts.db.read(move |conn| page(conn, &of, &listing)).await?;
    Ok(Json(UserList { items: page.items, total: page.total }))
}
