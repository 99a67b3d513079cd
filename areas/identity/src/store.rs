//! The rows of this room: users, and the rows that actors are derived from.

pub(crate) mod actors;
pub(crate) mod addresses;
pub(crate) mod contacts;
pub(crate) mod people;
