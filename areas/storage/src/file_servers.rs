//! File servers in administration: their allowed folders, and the tenants they belong to.

mod allowed_roots;
pub(crate) mod create;
mod errands;
pub(crate) mod list;
mod model;
mod store;
pub(crate) mod update;
pub(crate) mod words;

pub use allowed_roots::Roots;
pub use model::FileServerId;

pub(crate) use errands::{Errand, Errands};
pub(crate) use store::{carrier, hold_places, tenants_here};
