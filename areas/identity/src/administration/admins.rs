//! The admins of a tenant: listed, added by e-mail, removed.

pub(crate) mod add;
pub(crate) mod list;
pub(crate) mod remove;
