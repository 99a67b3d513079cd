//! Deleting for good. Entries of the bin are marked first, which takes them out of it; what is marked is deleted in
//! bounded transactions, and then its bytes. A mark stays until the bytes are gone: after a crash it tells what is
//! left to do.

mod delete;
mod job;
mod marks;
mod throughout;

pub(crate) use delete::{BATCH, Gone, carry_out, delete_some, discard, end};
pub use job::kind;
pub(crate) use job::{PURGE, Purging};
pub(crate) use marks::{NOT_MARKED, PurgeId, begin, begin_with, hand_over, is_marked, left_behind, mark};
pub(crate) use throughout::{holding_others, holds_others};
