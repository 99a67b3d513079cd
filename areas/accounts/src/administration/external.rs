//! Companies of other tenants in a group.

pub(crate) mod accept;
pub(crate) mod entitled;
pub(crate) mod invite;
pub(crate) mod list;
pub(crate) mod model;
pub(crate) mod remove;
pub(crate) mod waiting;
