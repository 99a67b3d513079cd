//! `GET company/invitation`: invitations of our companies.

use axum::extract::State;
use rest::{CurrentUser, Json, Problem};

use super::entitled::entitled;
use super::model::{CompanyInvitation, CompanyInvitationList};
use crate::Accounts;

/// Lists invitations from groups of other tenants that wait for an admin of the invited company's tenant.
#[utoipa::path(
    get,
    path = "/api/core/company/invitation",
    operation_id = "company_invitation_list",
    tag = "core",
    responses((status = 200, description = "The open invitations", body = CompanyInvitationList))
)]
pub(crate) async fn list_waiting(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<CompanyInvitationList>, Problem> {
    let found = accounts.db.read(move |conn| {
        let open = tenancy::waiting_invitations(conn, &actor.admin_of)?;
        entitled(conn, open)
    });
    let found = found.await?;
    let items: Vec<_> = found
        .into_iter()
        .map(|one| CompanyInvitation {
            company_id: one.company,
            company_name: one.company_name,
            user_group_id: one.home.group,
            group_title: one.home.title,
            tenant_title: one.tenant_title,
            invited_at: one.invited_at,
        })
        .collect();
    Ok(Json(CompanyInvitationList { total: items.len(), items }))
}
