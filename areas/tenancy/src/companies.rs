//! Companies: a tenant has one or more, and every user belongs to one.

pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod list;
mod model;
mod store;
pub(crate) mod update;
