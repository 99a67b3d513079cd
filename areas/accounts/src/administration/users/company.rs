//! Chooses the company of new users: one rule for one user and for many.

use authz::Actor;
use db::Conn;
use primitives::{CompanyId, TenantId};

use crate::{Error, Result};

/// The company that a form names, or else the first one of the named tenant, and the tenant. The actor administers it:
/// a company elsewhere is reported as unknown, like one that does not exist, by `company_id` or `tenant_id`.
pub(super) fn of(
    conn: &mut Conn<'_>,
    actor: &Actor,
    company: Option<CompanyId>,
    tenant: Option<TenantId>,
) -> Result<Option<(CompanyId, TenantId)>> {
    match (company, tenant) {
        (Some(company), _) => {
            let home = tenancy::tenant_of_company(conn, company)?.filter(|tenant| actor.administers(*tenant));
            Ok(Some((company, home.ok_or_else(|| Error::unknown("company_id"))?)))
        }
        (None, Some(tenant)) if actor.administers(tenant) => {
            let first = tenancy::first_company(conn, tenant)?;
            Ok(Some((first.ok_or_else(|| Error::unknown("tenant_id"))?, tenant)))
        }
        (None, Some(_)) => Err(Error::unknown("tenant_id")),
        (None, None) => Ok(None),
    }
}
