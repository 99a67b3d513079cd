//! Switching a tenant off refuses its users from their next request on; switching it on lets them in again.

use db::Tx;
use primitives::TenantId;

use crate::store;
use crate::{Error, Result};

pub fn set_tenant_active(tx: &mut Tx<'_>, tenant: TenantId, active: bool) -> Result<()> {
    if !store::switch_tenant(tx, tenant, active)? {
        return Err(Error::Missing);
    }
    Ok(store::bump_epoch(tx)?)
}
