//! The rows of this room: users, and the rows that actors are derived from.

pub mod actors;
pub mod addresses;
pub(crate) mod names;
pub mod people;
pub(crate) mod standings;
pub(crate) mod word_index;
