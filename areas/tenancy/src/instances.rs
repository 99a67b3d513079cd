//! Application instances: masters create and change them, and give them to tenants.

pub(crate) mod create;
pub(crate) mod list;
mod model;
mod origins;
mod store;
pub(crate) mod update;

pub use origins::origins_elsewhere;
pub(crate) use origins::origins_of;
