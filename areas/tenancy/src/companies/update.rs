//! `PUT company/{company_id}`.

use audit::{Act, Object};
use axum::extract::State;
use primitives::CompanyId;
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Versioned};

use super::model::{Company, CompanyForm};
use super::store;
use crate::company_of::company_of;
use crate::{Error, Tenancy};

/// Changes a company; `If-Match` may name the version that was read. Its key and tenant never change. The users of a
/// company that is switched off are refused from their next request on. Only masters can switch off their own.
#[utoipa::path(
    put,
    path = "/api/core/company/{company_id}",
    operation_id = "company_update",
    tag = "core",
    params(("company_id" = i64, Path), rest::IfMatch),
    request_body = CompanyForm,
    responses((status = 200, description = "The company, changed", body = Company))
)]
pub(crate) async fn update_company(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<CompanyId>,
    seen: IfMatch,
    Json(form): Json<CompanyForm>,
) -> Result<Versioned<Company>, Problem> {
    let now = tenancy.clock.now();
    let changed = tenancy.db.write(move |tx| {
        crate::store::bump_epoch(tx)?;
        let found = store::find(tx, id)?.filter(|company| actor.administers(company.tenant_id));
        let old = found.ok_or(Error::Missing)?;
        seen.check(old.version)?;
        let wanted = form.read(&old)?;
        let is_switched_off = old.active && !wanted.active;
        if is_switched_off && !actor.master && company_of(tx, actor.user)? == Some(id) {
            return Err(Error::OwnCompany.into());
        }
        store::change(tx, &old, &wanted)?;
        let new = store::find(tx, id)?.ok_or(Error::Missing)?;
        let act = Act::new("company_update", old.tenant_id, Object::new("company", id.0, &new.name));
        audit::record(tx, &*actor, act.before(old.told()).after(new.told()), now);
        Ok::<_, Problem>(new)
    });
    let company = changed.await?;
    Ok(Versioned(company.version, company))
}
