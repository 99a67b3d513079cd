//! The entries of a collection, in the order that its editors give them.

pub(crate) mod add;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod reorder;
pub(crate) mod store;
