//! Administration of people and organisations: every call by everybody, separation of tenants, and limits of rights.

mod abroad;
pub mod calls;
mod contract;
mod external;
mod giving;
mod masters;
mod roles;
mod rules;
mod tenants;
mod users;
