//! `GET company/usergroup/{user_group_id}`: a group's external companies.

use axum::extract::State;
use primitives::GroupId;
use rest::{Json, Path, Problem, Who};

use super::model::ExternalCompanyList;
use crate::{Error, Identity};

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
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(group): Path<GroupId>,
) -> Result<Json<ExternalCompanyList>, Problem> {
    let found = identity.db.read(move |conn| {
        tenancy::group_home(conn, &actor, group)?;
        Ok::<_, Error>(tenancy::external_companies(conn, group)?)
    });
    Ok(Json(found.await?.into()))
}
