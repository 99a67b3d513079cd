//! `GET company/usergroup/{user_group_id}`: a group's external companies.

use axum::extract::State;
use primitives::GroupId;
use rest::{CurrentUser, Json, Path, Problem};

use super::entitled::entitled;
use super::model::ExternalCompanyList;
use crate::{Accounts, Error};

/// Lists the companies of other tenants that a group has invited.
#[utoipa::path(
    get,
    path = "/api/core/company/usergroup/{user_group_id}",
    operation_id = "external_company_list",
    tag = "core",
    params(("user_group_id" = i64, Path)),
    responses((status = 200, description = "The invited companies", body = ExternalCompanyList))
)]
pub(crate) async fn list_external(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(group): Path<GroupId>,
) -> Result<Json<ExternalCompanyList>, Problem> {
    let found = accounts.db.read(move |conn| {
        tenancy::group_home(conn, &actor, group)?;
        let open = tenancy::open_invitations_into(conn, group)?;
        let open = entitled(conn, open)?;
        let mut found = tenancy::external_companies(conn, group)?;
        found.retain(|one| one.accepted_at.is_some() || open.iter().any(|waits| waits.company == one.company));
        Ok::<_, Error>(found)
    });
    Ok(Json(found.await?.into()))
}
