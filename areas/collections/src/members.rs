//! The people and groups that a collection is shared with.

pub(crate) mod add;
pub(crate) mod candidates;
pub(crate) mod change;
pub(crate) mod list;
pub(crate) mod principal;
pub(crate) mod remove;
pub(crate) mod rows;
pub(crate) mod unseen;
