//! The rows of this room: users, and the rows that actors are derived from.

pub mod actors;
pub mod addresses;
pub(crate) mod contacts;
pub mod people;
