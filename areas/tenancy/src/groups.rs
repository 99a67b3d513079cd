//! User groups: people who work together, and the applications they may open.

mod applications;
pub(crate) mod create;
pub(crate) mod get;
pub(crate) mod list;
mod model;
mod standing;
mod store;
pub(crate) mod update;

pub use standing::{GroupHome, group_home};
