//! Purges. Entries of the bin are marked first, which takes them out of it; marked entries are deleted in bounded
//! transactions, and then their bytes. A mark stays until the bytes are gone: after a crash it shows the remaining
//! work.

mod bin;
mod delete;
mod in_background;
mod job;
mod marks;
mod throughout;

pub(crate) use bin::{Marked, Place, mark_page, mark_these};
pub(crate) use delete::{BATCH, Carrier, Gone, carry_out, delete_some, discard, end};
pub(crate) use in_background::{Asked, in_background};
pub use job::kind;
pub(crate) use job::{Span, count_anew, delete_marked};
pub(crate) use marks::{
    NOT_MARKED, PurgeId, begin, begin_with, hand_over, is_marked, left_behind, mark, note_mark, note_repository,
    repositories_of,
};
pub(crate) use throughout::{holding_others, holds_others};
