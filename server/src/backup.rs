//! `vitrine backup` and `vitrine restore`: database and files, taken while people work, given back to an empty place.
//!
//! The database comes first, in one snapshot; then every content that the snapshot speaks of, by its hash. What came
//! later is in neither. What was renamed or moved meanwhile is found by its hash; what was deleted for good meanwhile is
//! noted, and the restored database deletes it for good too. So database and files agree, whatever happened in between.

mod checksums;
mod files;
mod give_back;
mod lock;
mod manifest;
mod switch;
mod take;
mod verify;

pub use give_back::{Extent, restore};
pub use manifest::{Manifest, contents_of};
pub use take::{back_up, back_up_command};
pub use verify::{faults_of, verify_command};
