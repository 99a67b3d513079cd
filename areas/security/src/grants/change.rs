//! A change of grants: `POST grant` gives a group or a user a role on a node, or changes it; `DELETE grant/{grant_id}`
//! takes it away. Both take effect for the next request.

use std::collections::BTreeSet;
use std::slice;

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Actor, Denied, Permit};
use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use nodes::NO_NODE;
use primitives::{NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};

use super::model::{Grant, NewGrant, NewGrantForm, RemovalQuery, RequestedGrant};
use super::store;
use crate::events::{AccessChange, AccessChanged};
use crate::held_grants::GrantId;
use crate::principal::Principal;
use crate::recompute::{Change, recompute};
use crate::{Access, Error, GrantAccess, Result, Security, write};

/// Gives access to a node, for its managers. A principal has one grant on a node: a new one replaces it. If the asker
/// could not give access here any more afterwards, the call is refused with `self_removal` unless they confirm it.
#[utoipa::path(
    post,
    path = "/api/node/grant",
    operation_id = "grant_create",
    tag = "node",
    request_body = NewGrantForm,
    responses((status = 201, description = "The grant", body = Grant))
)]
pub(crate) async fn create_grant(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewGrantForm>,
) -> Result<(StatusCode, Json<Grant>), Problem> {
    let requested = form.requested()?;
    let now = security.clock.now();
    let given = write(&security.db, &actor, move |tx, access| {
        let given = give_to(tx, access, &[form.node_id], &requested, "grant_create", now)?.pop();
        Ok(given.ok_or(db::Error::Missing)?)
    });
    let grant = given.await.map_err(|error: Error| Problem::from(error).named_by("node_id"))?;
    Ok((StatusCode::CREATED, Json(grant)))
}

/// Gives the same access to all of `nodes`, and records it as `what`. Nothing changes before it is clear that the actor
/// may change all of them: what a refusal costs says nothing about the node that caused it.
pub(super) fn give_to(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    nodes: &[NodeId],
    requested: &RequestedGrant,
    what: &'static str,
    now: Seconds,
) -> Result<Vec<Grant>> {
    let mut permits = Vec::new();
    for node in nodes {
        permits.push(access.authorize::<GrantAccess>(tx, *node)?);
    }
    let principal = requested.new.principal;
    for tenant in permits.iter().map(Permit::tenant).collect::<BTreeSet<_>>() {
        if !store::is_of(tx, tenant, principal)? {
            return Err(Error::ForeignPrincipal(principal));
        }
    }
    let mut before = Vec::new();
    for permit in &permits {
        let node = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
        before.push((node, store::of(tx, permit.node(), principal)?));
    }
    give(tx, &permits, access.actor(), requested.new, now)?;
    if !requested.confirmed {
        keep_own_access(tx, access, &permits)?;
    }
    let mut given = Vec::new();
    for (permit, (node, old)) in permits.iter().zip(before) {
        let grant = store::of(tx, permit.node(), principal)?.pop().ok_or(db::Error::Missing)?;
        let act = |name| Act::new(name, permit.tenant(), Object::new("node", permit.node().0, &node.name));
        let mut created = act(what);
        if let Some((held, others)) = old.split_last() {
            created = created.before(held.told());
            // A principal may have one grant for the node alone and one for all below it: both are replaced.
            for other in others {
                audit::record(tx, access.actor(), act("grant_remove").before(other.told()), now);
            }
        }
        audit::record(tx, access.actor(), created.after(grant.told()), now);
        given.push(grant);
    }
    Ok(given)
}

/// Revokes a grant, for managers of its node.
#[utoipa::path(
    delete,
    path = "/api/node/grant/{grant_id}",
    operation_id = "grant_remove",
    tag = "node",
    params(("grant_id" = i64, Path), RemovalQuery),
    responses((status = 204, description = "The grant was revoked"))
)]
pub(crate) async fn remove_grant(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<GrantId>,
    Query(query): Query<RemovalQuery>,
) -> Result<StatusCode, Problem> {
    let now = security.clock.now();
    let removed = write(&security.db, &actor, move |tx, access| {
        let found = store::find(tx, id)?;
        // A missing grant runs the same statements as an invisible one.
        let opened = access.authorize::<GrantAccess>(tx, found.as_ref().map_or(NO_NODE, |grant| grant.node_id));
        // For somebody who may not see a node's grants, each of them counts as missing.
        let permit = opened.map_err(|error| match error {
            Error::Denied(Denied::NeedsRole(_)) => Error::Denied(Denied::Invisible),
            other => other,
        })?;
        let grant = found.ok_or(db::Error::Missing)?;
        let node = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
        let group = grant.user_group_id.map(Principal::Group);
        let principal = group.or(grant.users_id.map(Principal::User)).ok_or(db::Error::Missing)?;
        revoke(tx, &permit, access.actor(), principal, grant.recursive, now)?;
        if !query.confirm_self_removal {
            keep_own_access(tx, access, slice::from_ref(&permit))?;
        }
        let act = Act::new("grant_remove", permit.tenant(), Object::new("node", permit.node().0, &node.name));
        audit::record(tx, access.actor(), act.before(grant.told()), now);
        Ok::<_, Error>(())
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
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
