//! `POST grant`: gives a group or a user a role on a node, or changes it.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem};

use super::model::{Grant, NewGrantForm};
use super::{NewGrant, give, keep_own_access, store};
use crate::principal::Principal;
use crate::{Error, GrantAccess, Security, write};

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
    let principal = form.principal()?;
    let now = security.clock.now();
    let given = write(&security.db, &actor, move |tx, access| {
        let permit = access.authorize::<GrantAccess>(tx, form.node_id)?;
        if !store::is_of(tx, permit.tenant(), principal)? {
            return Ok(Err(principal));
        }
        let node = nodes::find(tx, permit.node())?.ok_or(db::Error::Missing)?;
        let old = store::of(tx, permit.node(), principal)?;
        let recursive = form.recursive && permit.kind().is_container();
        give(tx, &permit, access.actor(), NewGrant { principal, role: form.role, recursive }, now)?;
        let grant = store::of(tx, permit.node(), principal)?.pop().ok_or(db::Error::Missing)?;
        keep_own_access(tx, access, &permit, form.confirm_self_removal)?;
        let act = |name| Act::new(name, permit.tenant(), Object::new("node", permit.node().0, &node.name));
        let mut created = act("grant_create");
        if let Some((held, others)) = old.split_last() {
            created = created.before(held.told());
            // A principal may have one grant for the node alone and one for all below it: both are replaced.
            for other in others {
                audit::record(tx, access.actor(), act("grant_remove").before(other.told()), now);
            }
        }
        audit::record(tx, access.actor(), created.after(grant.told()), now);
        Ok::<_, Error>(Ok(grant))
    });
    match given.await.map_err(|error| Problem::from(error).named_by("node_id"))? {
        Ok(grant) => Ok((StatusCode::CREATED, Json(grant))),
        Err(Principal::Group(_)) => Err(Problem::unknown("user_group_id")),
        Err(Principal::User(_)) => Err(Problem::unknown("users_id")),
    }
}
