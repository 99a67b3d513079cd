//! Administration of other people: users, admins, members of groups, and companies of other tenants in a group.

mod admin_scope;
pub(crate) mod admins;
pub(crate) mod avatar;
pub(crate) mod deletion_blocker;
pub(crate) mod external;
pub(crate) mod external_account;
pub(crate) mod members;
pub(crate) mod rights;
pub(crate) mod users;
