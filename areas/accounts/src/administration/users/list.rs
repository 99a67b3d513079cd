//! `GET users`: all users for a master, the users of their tenants for an admin.

use axum::extract::State;
use primitives::{CompanyId, TenantId};
use rest::{CurrentUser, Json, ListQuery, Problem, Query};
use serde::Deserialize;

use super::model::UserList;
use super::search;
use super::store::Of;
use crate::Accounts;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UserQuery {
    /// Words that a name or an e-mail must contain, each as the beginning of a word; case and accents are ignored.
    #[param(max_length = 200)]
    q: Option<String>,
    /// `name` or `email`, with `-` before it for descending.
    #[param(ignore)]
    order: Option<String>,
    /// 1 to 1,000 rows; 1,000 by default.
    #[param(maximum = 4_294_967_295_u32)]
    limit: Option<u32>,
    /// Rows to skip.
    #[param(maximum = 4_294_967_295_u32)]
    offset: Option<u32>,
    /// Only users of this tenant.
    tenant_id: Option<TenantId>,
    /// Only users of this company.
    company_id: Option<CompanyId>,
    /// Only masters, or only others.
    master: Option<bool>,
}

/// Lists users. Users whom the asker may not see are left out: the list of another tenant is empty.
#[utoipa::path(
    get,
    path = "/api/core/users",
    operation_id = "user_list",
    tag = "core",
    params(UserQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|email)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of users", body = UserList))
)]
pub(crate) async fn list_users(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<UserQuery>,
) -> Result<Json<UserList>, Problem> {
    let UserQuery { q, order, limit, offset, tenant_id, company_id, master } = query;
    let listing = ListQuery { q, order, limit, offset }.listing(&["name", "email"])?;
    let asked = tenant_id.filter(|tenant| actor.administers(*tenant));
    let page = accounts.db.read(move |conn| {
        let one = [asked.unwrap_or(TenantId(0))];
        let tenants = if tenant_id.is_some() { Some(&one[..]) } else { actor.administered() };
        search::page(conn, &Of { tenants, company: company_id, master, admins_of: None }, &listing)
    });
    let page = page.await?;
    Ok(Json(UserList { items: page.items, total: page.total }))
}
