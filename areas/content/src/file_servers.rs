//! File servers as the admins of their tenants look after them: where they may lie, and whose they are.

pub(crate) mod create;
pub(crate) mod list;
mod model;
mod place;
mod store;
pub(crate) mod update;
pub(crate) mod words;

pub use place::Roots;

pub(crate) use place::look_at_folder;
pub(crate) use store::{carrier, hold_places, tenants_here};
