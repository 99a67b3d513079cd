//! Grants: giving and revoking access, and who may.

pub(crate) mod candidates;
pub(crate) mod create;
mod given;
pub(crate) mod list;
mod model;
pub(crate) mod parents;
pub(crate) mod remove;
pub(crate) mod several;
mod store;

use std::slice;

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
    nodes::hold_tree(tx, permit.tenant())?;
    insert_row(tx, permit, actor, new, now)?;
    follow(tx, slice::from_ref(permit), actor, new.principal, now)
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
    revoke_row(tx, permit, principal, recursive)?;
    follow(tx, slice::from_ref(permit), actor, principal, now)
}

/// As `grant` on several nodes of a tenant, and removes all other grants of the principal on the nodes themselves. A
/// file has nothing below it to inherit a grant.
pub(crate) fn give(
    tx: &mut Tx<'_>,
    permits: &[Permit<GrantAccess>],
    actor: &Actor,
    new: NewGrant,
    now: Seconds,
) -> Result<()> {
    let Some(first) = permits.first() else { return Ok(()) };
    nodes::hold_tree(tx, first.tenant())?;
    for permit in permits {
        let new = NewGrant { recursive: new.recursive && permit.kind().is_container(), ..new };
        revoke_row(tx, permit, new.principal, !new.recursive)?;
        insert_row(tx, permit, actor, new, now)?;
    }
    follow(tx, permits, actor, new.principal, now)
}

/// A person who changes the grants of nodes must be able to change them again afterwards, or confirm that they will not.
fn keep_own_access(tx: &mut Tx<'_>, access: &mut Access<'_>, permits: &[Permit<GrantAccess>]) -> Result<()> {
    // One look at the changed rights answers for one node; for several, the person's set is brought up to date first.
    if let [first, _, ..] = permits {
        access.renew(tx, first.tenant())?;
    }
    for permit in permits {
        access.authorize::<GrantAccess>(tx, permit.node()).map_err(|error| match error {
            Error::Denied(_) => Error::SelfRemoval,
            other => other,
        })?;
    }
    Ok(())
}

/// Recomputes what depends on the changed grants of a principal, and tells of them.
fn follow(
    tx: &mut Tx<'_>,
    permits: &[Permit<GrantAccess>],
    actor: &Actor,
    principal: Principal,
    now: Seconds,
) -> Result<()> {
    let Some(first) = permits.first() else { return Ok(()) };
    let nodes: Vec<_> = permits.iter().map(|permit| (permit.node(), permit.kind())).collect();
    recompute(tx, first.tenant(), &nodes, Change::Grant(principal), now)?;
    for permit in permits {
        let header = Header::by(actor, permit.tenant(), now);
        publish(tx, &AccessChanged { header, what: AccessChange::Grants(permit.node()) })?;
    }
    Ok(())
}

/// Replaces the grant of the same range.
fn insert_row(
    tx: &mut Tx<'_>,
    permit: &Permit<GrantAccess>,
    actor: &Actor,
    new: NewGrant,
    now: Seconds,
) -> db::Result<()> {
    let NewGrant { principal, role, recursive } = new;
    revoke_row(tx, permit, principal, recursive)?;
    let (group, user) = columns(principal);
    tx.run(
        "INSERT INTO security_grant (tenant_id, node_id, user_group_id, users_id, role, recursive, given_by, given_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![permit.tenant(), permit.node(), group, user, role.code(), recursive, actor.user, now],
    )?;
    Ok(())
}

fn revoke_row(tx: &mut Tx<'_>, permit: &Permit<GrantAccess>, principal: Principal, recursive: bool) -> db::Result<()> {
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
