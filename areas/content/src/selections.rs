//! Acts on many entries at once: the server finds out which ones are selected, counts them, and carries the act out in
//! the background, with the rights of the person on each entry.

mod batch;
pub(crate) mod begin;
pub(crate) mod check;
mod in_bin;
mod in_folder;
mod job;
mod moves;
pub(crate) mod one;
mod selected;
mod selection;
mod steps;
pub(crate) mod sum;
pub(crate) mod undo;

pub(crate) use batch::forget_before;
pub use job::kind;
