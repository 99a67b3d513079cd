//! File servers in administration: their allowed folders, and the tenants they belong to.

mod allowed_roots;
pub(crate) mod create;
mod disk_requests;
pub(crate) mod form_fields;
pub(crate) mod list;
mod model;
mod objects;
mod store;
pub(crate) mod update;

pub use allowed_roots::Roots;

pub(crate) use allowed_roots::NOT_THERE;
pub(crate) use disk_requests::{DiskRequest, DiskRequests};
pub(crate) use store::{Place, carrier, hold_places};
pub(crate) use tenancy::tenants_here;
