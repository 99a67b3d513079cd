//! File servers in administration: their allowed folders, and the tenants they belong to.

mod allowed_roots;
pub(crate) mod create;
pub(crate) mod list;
mod model;
mod store;
pub(crate) mod update;
pub(crate) mod words;

pub use allowed_roots::Roots;
pub use model::FileServerId;

pub(crate) use allowed_roots::look_at_folder;
pub(crate) use store::{carrier, hold_places, tenants_here};
