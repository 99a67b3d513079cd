//! `DELETE company/{company_id}/usergroup/{user_group_id}`: the group removes the company, or the company leaves.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use db::params;
use primitives::{CompanyId, GroupId, UserId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use crate::administration::rights;
use crate::{Accounts, Error};

/// Ends an invitation, accepted or not; the company's people leave the group at once.
#[utoipa::path(
    delete,
    path = "/api/core/company/{company_id}/usergroup/{user_group_id}",
    operation_id = "external_company_remove",
    tag = "core",
    params(("company_id" = i64, Path), ("user_group_id" = i64, Path)),
    responses((status = 204, description = "The company was removed from the group"))
)]
pub(crate) async fn remove_company(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path((company, group)): Path<(CompanyId, GroupId)>,
) -> Result<StatusCode, Problem> {
    let now = accounts.clock.now();
    let removed = accounts.db.write(move |tx| {
        tenancy::bump_epoch(tx)?;
        let external = tenancy::find_external_company(tx, group, company)?.ok_or(Error::Missing)?;
        // The company's own admins may leave; anybody else must manage the group.
        let tenant = if actor.is_admin_of(external.tenant) {
            external.tenant
        } else {
            tenancy::group_home(tx, &actor, group)?.tenant
        };
        tenancy::remove_external_company(tx, group, company)?;
        let gone: Vec<UserId> = tx.rows(
            "DELETE FROM identity_member
             WHERE user_group_id = $1 AND users_id IN (SELECT users_id FROM identity_user WHERE company_id = $2)
             RETURNING users_id",
            params![group, company],
            |row| row.get(0),
        )?;
        for user in &gone {
            rights::lost(tx, &*actor, *user, now)?;
        }
        let act = Act::new("external_company_remove", tenant, Object::new("company", company.0, external.name));
        audit::record(tx, &*actor, act.before(json!({ "user_group_id": group, "members": gone.len() })), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
