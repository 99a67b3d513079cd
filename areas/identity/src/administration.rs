//! Looking after other people: users, admins, members of groups, and companies of other tenants in a group.

pub(crate) mod admins;
pub(crate) mod avatar;
pub(crate) mod deletion_blocker;
pub(crate) mod external;
pub(crate) mod external_account;
pub(crate) mod members;
mod reach;
pub(crate) mod users;
pub(crate) mod words;
