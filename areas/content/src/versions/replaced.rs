//! What a move or a copy has replaced, and the way back: the file takes up again what it had before, as long as it still
//! has what the act gave it. That stays as an earlier version.

use db::{Conn, Tx};
use primitives::{NodeId, Seconds};
use security::Access;
use storage::Owner;
use storage::intents::Declared;

use super::restore::{self, Restoring};
use super::{VersionId, store};
use crate::{Error, Replace, Result};

/// A file that was given another content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub file: NodeId,
    /// As whose content the file keeps what it had.
    pub kept: NodeId,
    /// Of the version that was made.
    pub number: i64,
}

impl Replaced {
    /// The version that the file had before.
    fn before(&self, conn: &mut Conn<'_>) -> Result<VersionId> {
        if store::present_number(conn, self.file)? != Some(self.number) {
            return Err(Error::ChangedSince);
        }
        store::kept_as(conn, self.file, self.kept)?.ok_or(Error::VersionGone)
    }
}

/// Notes the intent to take up again what the file had.
pub(crate) fn declare_return(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    replaced: &Replaced,
    (owner, now): (&Owner, Seconds),
) -> Result<(Declared, Restoring)> {
    access.authorize::<Replace>(tx, replaced.file)?;
    let version = replaced.before(tx)?;
    restore::declare(tx, access, version, (owner, now))
}
