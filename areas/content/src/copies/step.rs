//! The result of one step of a copy.

use db::Tx;
use rest::Problem;
use security::Access;

use super::failed;
use super::item::{self, is_invisible, is_refusal};
use super::store::{self, CopyId, Item};
use crate::{Error, Result};

/// What one step has come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Stepped {
    pub done: i64,
    pub failed: i64,
    /// More entries that were found in folders.
    pub found: i64,
    /// Entries that something else is moving, or that others have kept from being copied for now.
    pub waits: Vec<CopyId>,
}

impl Stepped {
    pub fn and(mut self, other: Self) -> Self {
        self.done += other.done;
        self.failed += other.failed;
        self.found += other.found;
        self.waits.extend(other.waits);
        self
    }

    /// Notes that an entry cannot be read any more. What lay in a folder and is gone, or hidden since, is no part of the
    /// copy any more, as long as the asker sees the selected entry that it lies in.
    pub fn note_source(&mut self, tx: &mut Tx<'_>, access: &mut Access<'_>, item: &Item, error: Error) -> Result<()> {
        if is_invisible(&error) && !item.is_root() && item::is_root_seen(tx, access, item.root)? {
            self.found -= 1;
            return Ok(store::forget(tx, item.id)?);
        }
        self.note(tx, item, ("", error))
    }

    /// Notes that an entry is refused, with what it is called. Any other error is passed on.
    pub fn note(&mut self, tx: &mut Tx<'_>, item: &Item, (name, error): (&str, Error)) -> Result<()> {
        use storage::ChangeError as _;
        if error.is_moving() {
            self.waits.push(item.id);
        } else if is_refusal(&error) {
            self.failed += 1;
            failed::note(tx, item.id, (name, Problem::from(error).code()))?;
        } else {
            return Err(error);
        }
        Ok(())
    }
}
