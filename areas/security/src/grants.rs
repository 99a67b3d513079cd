//! Grants: giving and revoking access, and who may.

pub(crate) mod candidates;
pub(crate) mod create;
mod given;
pub(crate) mod list;
mod model;
pub(crate) mod parents;
pub(crate) mod remove;
mod store;

use ::events::{Header, publish};
use authz::{Actor, Permit};
use db::{Tx, params};
use primitives::{NodeRole, Seconds};

pub use self::given::{Given, given_by_others, granted_nodes};
use crate::events::{AccessChange, AccessChanged};
use crate::principal::Principal;
use crate::recompute::{Change, recompute};
use crate::{Access, Error, GrantAccess, Result};

/// Who gets which role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGrant {
    pub principal: Principal,
    pub role: NodeRole,
    /// Also for everything below the node.
    pub recursive: bool,
}

/// Gives a role on the node of the permit; an existing grant changes its role.
pub fn grant(tx: &mut Tx<'_>, permit: &Permit<GrantAccess>, actor: &Actor, new: NewGrant, now: Seconds) -> Result<()> {
    let NewGrant { principal, role, recursive } = new;
    nodes::hold_tree(tx, permit.tenant())?;
    revoke_rows(tx, permit, principal, recursive)?;
    let (group, user) = columns(principal);
    tx.run(
        "INSERT INTO security_grant (tenant_id, node_id, user_group_id, users_id, role, recursive, given_by, given_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![permit.tenant(), permit.node(), group, user, role.code(), recursive, actor.user, now],
    )?;
    recompute(tx, permit.tenant(), permit.node(), permit.kind(), Change::Grant(principal), now)?;
    tell(tx, permit, actor, now)
}

/// Revokes the grant; takes effect for the next request.
pub fn revoke(
    tx: &mut Tx<'_>,
    permit: &Permit<GrantAccess>,
    actor: &Actor,
    principal: Principal,
    recursive: bool,
    now: Seconds,
) -> Result<()> {
    nodes::hold_tree(tx, permit.tenant())?;
    revoke_rows(tx, permit, principal, recursive)?;
    recompute(tx, permit.tenant(), permit.node(), permit.kind(), Change::Grant(principal), now)?;
    tell(tx, permit, actor, now)
}

/// As `grant`, and removes all other grants of the principal on the node itself.
fn give(tx: &mut Tx<'_>, permit: &Permit<GrantAccess>, actor: &Actor, new: NewGrant, now: Seconds) -> Result<()> {
    nodes::hold_tree(tx, permit.tenant())?;
    revoke_rows(tx, permit, new.principal, !new.recursive)?;
    grant(tx, permit, actor, new, now)
}

/// A person who changes a node's grants must be able to change them again afterwards, or confirm that they will not.
fn keep_own_access(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    permit: &Permit<GrantAccess>,
    confirmed: bool,
) -> Result<()> {
    match access.authorize::<GrantAccess>(tx, permit.node()) {
        Err(Error::Denied(_)) if !confirmed => Err(Error::SelfRemoval),
        Ok(_) | Err(Error::Denied(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn tell(tx: &mut Tx<'_>, permit: &Permit<GrantAccess>, actor: &Actor, now: Seconds) -> Result<()> {
    let header = Header::by(actor, permit.tenant(), now);
    Ok(publish(tx, &AccessChanged { header, what: AccessChange::Grants(permit.node()) })?)
}

fn revoke_rows(tx: &mut Tx<'_>, permit: &Permit<GrantAccess>, principal: Principal, recursive: bool) -> db::Result<()> {
    let (group, user) = columns(principal);
    tx.run(
        "DELETE FROM security_grant
         WHERE node_id = $1 AND recursive = $4
           AND COALESCE(user_group_id, 0) = COALESCE($2, 0) AND COALESCE(users_id, 0) = COALESCE($3, 0)",
        params![permit.node(), group, user, recursive],
    )?;
    Ok(())
}

fn columns(principal: Principal) -> (Option<i64>, Option<i64>) {
    match principal {
        Principal::Group(group) => (Some(group.0), None),
        Principal::User(user) => (None, Some(user.0)),
    }
}
