//! What signed-in people do with links: their own, and those to entries that they manage.

pub(crate) mod address;
pub(crate) mod change;
pub(crate) mod create;
pub(crate) mod form;
pub(crate) mod generate;
pub(crate) mod list;
mod made;
mod model;
mod recorded;
mod request_form;
pub(crate) mod revoke;
