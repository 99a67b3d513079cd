//! Grants: giving and revoking access, and who may.

pub(crate) mod candidates;
pub(crate) mod change;
mod given;
pub(crate) mod list;
mod model;
pub(crate) mod parents;
pub(crate) mod several;
mod store;

pub use self::change::{grant, revoke};
pub use self::given::{Given, given_by_others, granted_nodes};
pub use self::model::NewGrant;
