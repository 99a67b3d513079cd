//! `PUT company/{company_id}/usergroup/{user_group_id}`: an admin of the invited company agrees.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{CompanyId, GroupId};
use rest::{CurrentUser, Path, Problem};

use super::entitled::is_entitled;
use crate::{Accounts, Error};

/// Accepts an invitation: from now on the company's people can be added to the group.
#[utoipa::path(
    put,
    path = "/api/core/company/{company_id}/usergroup/{user_group_id}",
    operation_id = "external_company_accept",
    tag = "core",
    params(("company_id" = i64, Path), ("user_group_id" = i64, Path)),
    responses((status = 204, description = "Accepted"))
)]
pub(crate) async fn accept_invitation(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path((company, group)): Path<(CompanyId, GroupId)>,
) -> Result<StatusCode, Problem> {
    let now = accounts.clock.now();
    let accepted = accounts.db.write(move |tx| {
        tenancy::bump_epoch(tx)?;
        let home = tenancy::tenant_of_company(tx, company)?;
        let tenant = home.filter(|tenant| actor.is_admin_of(*tenant)).ok_or(Error::Missing)?;
        let invitation = tenancy::find_open_invitation(tx, group, company)?.ok_or(Error::Missing)?;
        if !is_entitled(tx, &invitation)? || !tenancy::accept_invitation(tx, group, company, now)? {
            return Err(Error::Missing);
        }
        let object = Object::new("company", company.0, invitation.company_name);
        let act = Act::new("external_company_accept", tenant, object);
        audit::record(tx, &*actor, act.after(serde_json::json!({ "user_group_id": group })), now);
        Ok::<_, Error>(())
    });
    accepted.await?;
    Ok(StatusCode::NO_CONTENT)
}
