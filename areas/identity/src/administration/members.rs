//! The people of a group: listed, put in with or without the manager's flag, taken out.

pub(crate) mod candidates;
pub(crate) mod list;
pub(crate) mod model;
pub(crate) mod put;
pub(crate) mod remove;
mod store;

pub use store::{Found, people_of};
