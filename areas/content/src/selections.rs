//! Acts on many entries at once: the server finds out which ones are selected, counts them, and carries the act out in
//! the background, with the rights of the person on each entry.

pub(crate) mod again;
mod allowed;
mod batch;
pub(crate) mod begin;
mod cancel;
mod carrying;
pub(crate) mod check;
pub(crate) mod copy;
mod cross;
mod ends;
pub(crate) mod failures;
mod how_far;
mod in_bin;
mod in_folder;
mod job;
mod known;
mod may_replace;
mod moves;
pub(crate) mod one;
mod one_done;
mod onto;
mod reason;
pub(crate) mod remove_one;
pub(crate) mod rename_many;
pub(crate) mod rename_one;
mod renames;
mod request;
mod selected;
mod selection;
mod steps;
pub(crate) mod sum;
mod to_download;
pub(crate) mod undo;
mod wanted_names;

pub(crate) use batch::forget_before;
pub(crate) use cancel::CancelBatch;
pub(crate) use ends::KEPT;
pub use job::kinds;
pub use selection::Selection;
pub(crate) use selection::is_invisible;
pub use to_download::{SelectedFor, ToDownload, ToSee};
