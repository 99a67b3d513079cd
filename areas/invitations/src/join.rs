//! Following the link with an existing account: it is added to the group, and nothing else of it changes.

use accounts::{addresses, email_key, maker};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem};

use crate::accept::{InvitationToken, close, taken};
use crate::{Error, Invitations};

/// Accepts an invitation with the signed-in account. The account must have the invited address, and its home must be
/// the inviting tenant or a company that the group has invited.
#[utoipa::path(
    post,
    path = "/api/core/invitation/join",
    operation_id = "invitation_join",
    tag = "core",
    request_body = InvitationToken,
    responses((status = 204, description = "The account was added"))
)]
pub(crate) async fn invitation_join(
    State(invitations): State<Invitations>,
    CurrentUser(actor): CurrentUser,
    Json(request): Json<InvitationToken>,
) -> Result<StatusCode, Problem> {
    let now = invitations.clock.now();
    let written = invitations.db.write(move |tx| {
        let found = taken(tx, request.token(), now)?;
        let own = accounts::profile(tx, actor.user)?.ok_or(Error::Missing)?;
        if email_key(&own.email) != email_key(&found.email) {
            return Err(Error::OtherAccount);
        }
        if !maker::stands(tx, actor.user)? {
            return Err(signin::Error::NoSession.into());
        }
        audit::record(tx, &*actor, found.act("invitation_join"), now);
        close(tx, &found, actor.user, now)?;
        maker::forget(tx, actor.user)?;
        Ok(addresses::confirm(tx, actor.user, now)?)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
