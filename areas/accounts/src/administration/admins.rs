//! The admins of a tenant: list, add by e-mail, remove.

pub(crate) mod add;
pub(crate) mod list;
pub(crate) mod remove;
