//! The room's state: what every request about tenants and what belongs to them works with.

use std::sync::Arc;

use db::{Conn, Db};
use primitives::{Clock, TenantId};

/// Something of a higher room that keeps a tenant from being deleted.
#[derive(Clone, Copy, Debug)]
pub struct Occupant {
    /// What the page calls it: `users`, `repositories`.
    pub word: &'static str,
    /// How many of it the tenant has.
    pub count: fn(&mut Conn<'_>, TenantId) -> db::Result<i64>,
}

/// Clones share everything.
#[derive(Clone)]
pub struct Tenancy {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) occupants: Arc<[Occupant]>,
}

impl Tenancy {
    /// `occupants`: what higher rooms keep for a tenant.
    pub fn new(db: Db, clock: Clock, occupants: impl Into<Arc<[Occupant]>>) -> Self {
        Self { db, clock, occupants: occupants.into() }
    }
}
