//! Which company somebody comes into: one rule for one user and for many.

use db::Conn;
use primitives::{CompanyId, TenantId};

use crate::{Error, Result};

/// The company that a form names, or else the first one of the tenant that it names.
pub(super) fn of(
    conn: &mut Conn<'_>,
    company: Option<CompanyId>,
    tenant: Option<TenantId>,
) -> Result<Option<CompanyId>> {
    match (company, tenant) {
        (None, Some(tenant)) => Ok(Some(tenancy::first_company(conn, tenant)?.ok_or(Error::Missing)?)),
        (company, _) => Ok(company),
    }
}
