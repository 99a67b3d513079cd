//! Tenants: created with their first company, changed, switched off and deleted.

pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod get;
pub(crate) mod list;
mod model;
mod store;
pub(crate) mod update;

pub(crate) use model::cnpj;
