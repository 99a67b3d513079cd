//! The people of a group: list, add with or without the manager's flag, remove.

pub(crate) mod candidates;
pub(crate) mod list;
pub(crate) mod model;
pub(crate) mod put;
pub(crate) mod remove;
mod store;

pub use store::{Found, guests_of, people_of};
