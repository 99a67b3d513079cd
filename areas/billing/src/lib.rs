//! Quotas of tenants, and a ledger of all credits and uses.
//!
//! Work that costs asks `reserve` before it begins and then `capture`s what it came to, or `release`s it. A reservation
//! is admitted where `balance − reserved − cost ≥ balance_limit`; the balance is the sum of the entries, always.

mod calendar;
mod close;
mod error;
mod http;
mod ledger;
mod model;
mod room;
mod store;
#[cfg(test)]
mod tests;
mod zone;

use authz::{Gate, Role};
use db::Db;
use primitives::Clock;
use rest::{Routes, routes};

pub use self::room::{migrations, room};
pub use calendar::TimeZone;
pub use error::{Error, Result};
pub use ledger::{capture, release, reserve, reset_due};
pub use model::{Billing, QuotaId, ReservationId, Service, Use};

/// Clones share everything.
#[derive(Clone)]
pub struct Ledger {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    /// Of tenants that have chosen none.
    pub(crate) time_zone: TimeZone,
}

impl Ledger {
    pub fn new(db: Db, clock: Clock, time_zone: TimeZone) -> Self {
        Self { db, clock, time_zone }
    }
}

const KEEPERS: Gate = Gate::Roles(&[Role::Master, Role::Admin]);

pub fn routes(ledger: Ledger) -> Routes {
    Routes::default()
        .route(KEEPERS, routes!(http::list::list))
        .route(KEEPERS, routes!(http::create::create))
        .route(KEEPERS, routes!(http::quota::get, http::quota::update))
        .route(KEEPERS, routes!(http::deposit::deposit))
        .route(KEEPERS, routes!(http::entries::entries))
        .route(KEEPERS, routes!(http::reservations::reservations))
        .route(KEEPERS, routes!(zone::get, zone::set))
        .with_state(ledger)
}
