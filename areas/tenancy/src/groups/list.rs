//! `GET usergroup` and `GET usergroup/company/{company_id}`.

use axum::extract::State;
use primitives::CompanyId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};

use super::model::UserGroupList;
use super::store;
use crate::{Error, Tenancy};

const ORDERS: [&str; 3] = ["group_title", "group_key", "company_name"];

/// Lists the groups that the asker manages, ordered by `group_title`, `group_key` or `company_name`.
#[utoipa::path(
    get,
    path = "/api/core/usergroup",
    operation_id = "group_list",
    tag = "core",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(group_title|group_key|company_name)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of groups", body = UserGroupList))
)]
pub(crate) async fn list_groups(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<UserGroupList>, Problem> {
    let listing = query.listing(&ORDERS)?;
    let page = tenancy.db.read(move |conn| store::page(conn, &actor, None, &listing)).await?;
    Ok(Json(UserGroupList { items: page.items, total: page.total }))
}

/// Lists the groups of one company that the asker manages.
#[utoipa::path(
    get,
    path = "/api/core/usergroup/company/{company_id}",
    operation_id = "group_list_of_company",
    tag = "core",
    params(("company_id" = i64, Path), ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(group_title|group_key|company_name)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of groups", body = UserGroupList))
)]
pub(crate) async fn list_groups_of_company(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(company): Path<CompanyId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<UserGroupList>, Problem> {
    let listing = query.listing(&ORDERS)?;
    let page = tenancy.db.read(move |conn| {
        let tenant = crate::store::tenant_of_company(conn, company)?.ok_or(Error::Missing)?;
        let page = store::page(conn, &actor, Some(company), &listing)?;
        // A company in which the asker manages nothing counts as missing.
        if page.total == 0 && listing.words.is_empty() && !actor.is_admin_of(tenant) {
            return Err(Error::Missing);
        }
        Ok(page)
    });
    let page = page.await?;
    Ok(Json(UserGroupList { items: page.items, total: page.total }))
}
