//! `DELETE company/{company_id}`: only an empty one.

use ::events::publish;
use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::CompanyId;
use rest::{CurrentUser, Path, Problem};
use room::DeletionTarget;

use super::store;
use crate::deletion_blockers::refuse_while_blocked;
use crate::events::Deleted;
use crate::{Error, Tenancy};

/// Deletes a company that has neither users nor groups.
#[utoipa::path(
    delete,
    path = "/api/core/company/{company_id}",
    operation_id = "company_delete",
    tag = "core",
    params(("company_id" = i64, Path)),
    responses((status = 204, description = "The company was deleted"))
)]
pub(crate) async fn delete_company(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<CompanyId>,
) -> Result<StatusCode, Problem> {
    let now = tenancy.clock.now();
    let deletion_blockers = tenancy.deletion_blockers.clone();
    let deleted = tenancy.db.write(move |tx| {
        crate::store::bump_epoch(tx)?;
        let found = store::find(tx, id)?.filter(|company| actor.administers(company.tenant_id));
        let old = found.ok_or(Error::Missing)?;
        refuse_while_blocked(tx, &deletion_blockers, DeletionTarget::Company(id))?;
        publish(tx, &Deleted { whose: DeletionTarget::Company(id), at: now })?;
        crate::store::forget_invitations_of(tx, id)?;
        store::delete(tx, id).map_err(Error::blocked)?;
        let act = Act::new("company_delete", old.tenant_id, Object::new("company", id.0, &old.name));
        audit::record(tx, &*actor, act.before(old.told()), now);
        Ok::<_, Error>(())
    });
    deleted.await?;
    Ok(StatusCode::NO_CONTENT)
}
