//! Deletion blockers of tenants and companies.

use std::sync::Arc;

use db::Conn;
use primitives::{CompanyId, TenantId};

/// The tenant or company to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionTarget {
    Tenant(TenantId),
    Company(CompanyId),
}

/// Something that blocks the deletion of a tenant or a company.
#[derive(Clone, Copy, Debug)]
pub struct DeletionBlocker {
    /// `users`, `repositories`: its sentences are `blocked_by.users.one` and `blocked_by.users.other`, with `{count}`.
    pub word: &'static str,
    /// How many there are.
    pub count: fn(&mut Conn<'_>, DeletionTarget) -> db::Result<i64>,
}

/// Those of all rooms.
#[derive(Clone, Debug, Default)]
pub struct Blockers(pub Arc<[DeletionBlocker]>);
