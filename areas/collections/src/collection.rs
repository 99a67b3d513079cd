//! Collections: listed, made, shown, changed, handed over and deleted.

pub(crate) mod change;
pub(crate) mod create;
mod form;
pub(crate) mod hand_over;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod show;
