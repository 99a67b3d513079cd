//! Looking after people and organisations: every call by everybody, what must stay apart, and what must not be given.

mod abroad;
pub mod calls;
mod contract;
mod external;
mod giving;
mod masters;
mod roles;
mod rules;
pub mod succeed;
mod tenants;
mod users;
