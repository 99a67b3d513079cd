//! The end of everything that opens an installation, for a database that was restored or copied.

use db::Tx;

use crate::session::{forget_signing_key, store as sessions};
use crate::{Result, link, provider};

/// Ends every session, invalidates every mailed link, and makes the next start create a new signing key.
pub fn end_everything(tx: &mut Tx<'_>) -> Result<()> {
    sessions::end_every(tx)?;
    link::withdraw_every(tx)?;
    provider::forget_attempts(tx)?;
    forget_signing_key(tx)?;
    Ok(tenancy::bump_epoch(tx)?)
}
