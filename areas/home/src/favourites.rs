//! Favourites: the entries that a person gave a star.

pub mod change;
pub mod change_many;
pub mod ids;
pub mod list;
pub mod store;
