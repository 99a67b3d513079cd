//! Following the link with an account that one has already: it is put into the group, and nothing of it changes.

use axum::extract::State;
use axum::http::StatusCode;
use rest::{Json, Problem, Who};

use crate::invitation::accept::{InvitationToken, account, settle, taken};
use crate::{Error, Identity};

/// Accepts an invitation with the signed-in account, which must have the address that was invited.
#[utoipa::path(
    post,
    path = "/api/core/invitation/join",
    operation_id = "invitation_join",
    tag = "core",
    request_body = InvitationToken,
    responses((status = 204, description = "Joined"))
)]
pub(crate) async fn invitation_join(
    State(identity): State<Identity>,
    Who(actor): Who,
    Json(request): Json<InvitationToken>,
) -> Result<StatusCode, Problem> {
    let now = identity.clock.now();
    let written = identity.db.write(move |tx| {
        let found = taken(tx, request.token(), now)?;
        if account(tx, &found)? != Some(actor.user) {
            return Err(Error::OtherAccount);
        }
        audit::record(tx, &*actor, found.act("invitation_join"), now);
        settle(tx, &found, actor.user, now)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
