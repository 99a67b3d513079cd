//! Users in administration.

pub(crate) mod admins;
pub(crate) mod batch;
pub(crate) mod change;
mod company;
pub(crate) mod create;
pub(crate) mod list;
pub(crate) mod model;
pub(crate) mod search;
pub(crate) mod store;
pub(crate) mod welcome;
