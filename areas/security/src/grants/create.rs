//! `POST grant`: gives a group or a user a role on a node, or changes it.

use std::collections::BTreeSet;

use audit::{Act, Object};
use authz::Permit;
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{NodeId, Seconds};
use rest::{CurrentUser, Json, Problem};

use super::model::{Grant, NewGrantForm, RequestedGrant};
use super::{give, keep_own_access, store};
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
            return Err(Error::Stranger(principal));
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
