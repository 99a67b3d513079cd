//! `GET usergroup/{user_group_id}/users`.

use axum::extract::State;
use primitives::{CompanyId, GroupId, TenantId};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::Deserialize;

use super::model::MemberList;
use super::store::{self, From};
use crate::{Accounts, Error};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MemberQuery {
    /// Words that a name or an e-mail must contain, each as the beginning of a word.
    #[param(max_length = 200)]
    pub q: Option<String>,
    /// `name`, `email` or `manager`, with `-` before it for descending.
    #[param(ignore)]
    pub order: Option<String>,
    /// 1 to 1,000 rows; 1,000 by default.
    #[param(maximum = 4_294_967_295_u32)]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[param(maximum = 4_294_967_295_u32)]
    pub offset: Option<u32>,
    /// Only members whose home is this tenant, such as the people of an invited company.
    pub origin_tenant: Option<TenantId>,
    /// Only people of this company.
    pub company_id: Option<CompanyId>,
}

impl MemberQuery {
    pub(super) fn split(self) -> (ListQuery, From) {
        let Self { q, order, limit, offset, origin_tenant, company_id } = self;
        (ListQuery { q, order, limit, offset }, From { tenant: origin_tenant, company: company_id })
    }
}

/// Lists the people of a group that the asker manages.
#[utoipa::path(
    get,
    path = "/api/core/usergroup/{user_group_id}/users",
    operation_id = "group_member_list",
    tag = "core",
    params(("user_group_id" = i64, Path), MemberQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|email|manager)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of members", body = MemberList))
)]
pub(crate) async fn list_members(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(group): Path<GroupId>,
    Query(query): Query<MemberQuery>,
) -> Result<Json<MemberList>, Problem> {
    let (query, from) = query.split();
    let listing = query.listing(&["name", "email", "manager"])?;
    let page = accounts.db.read(move |conn| {
        tenancy::group_home(conn, &actor, group)?;
        Ok::<_, Error>(store::page(conn, group, from, &listing)?)
    });
    let page = page.await?;
    Ok(Json(MemberList { items: page.items, total: page.total }))
}
