//! Archives: folders and selections, downloaded as one ZIP file that is made while it is sent.
//!
//! `link` makes a ticket for what is wanted. `show` finds out anew what the asker may have (`gather`), which says where
//! each byte of the archive is (`plan`), and sends it (`sending`), in ranges if requested: files are opened one by one,
//! with the rights that the person has then. A room above may have something of its own in the place of files
//! (`substitutes`, `prepared`). A download is recorded with its link, and once more if other files are sent (`recorded`).

mod files;
mod gather;
mod inside;
mod left_out;
pub(crate) mod link;
mod names;
mod on_behalf;
mod plan;
mod prepared;
mod recorded;
mod sending;
pub(crate) mod show;
pub(crate) mod state;
mod subject;
mod substitutes;
mod ticket;
mod zip;

use db::Tx;
use primitives::Seconds;

pub use files::GoesOn;
pub use on_behalf::{ArchiveOnBehalf, archive_sum, send_archive};
pub use prepared::{ArchiveToMake, FileToMake, PreparedArchive, archive_to_make, files_to_make, send_prepared};
pub use recorded::note_archive;
pub use substitutes::{MadeEntry, Substitute, Substitutes};

/// Forgets what is too old to be fetched.
pub(crate) fn forget_before(tx: &mut Tx<'_>, now: Seconds) -> db::Result<()> {
    ticket::forget_before(tx, now)?;
    recorded::forget_before(tx, now)
}
