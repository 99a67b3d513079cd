//! Withdrawing an invitation: its link becomes invalid at once.

use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Path, Problem};
use signin::link::{self, Purpose};

use crate::create::theirs;
use crate::{Error, Invitations, store};

/// Withdraws the invitation. One that was already answered stays answered.
#[utoipa::path(
    delete,
    path = "/api/core/invitation/{invitation_id}",
    operation_id = "invitation_revoke",
    tag = "core",
    params(("invitation_id" = i64, Path, description = "The invitation's id")),
    responses((status = 204, description = "The invitation was withdrawn"))
)]
pub(crate) async fn invitation_revoke(
    State(invitations): State<Invitations>,
    CurrentUser(actor): CurrentUser,
    Path(invitation): Path<i64>,
) -> Result<StatusCode, Problem> {
    let now = invitations.clock.now();
    let written = invitations.db.write(move |tx| {
        let found = theirs(tx, &actor, invitation)?;
        audit::record(tx, &*actor, found.act("invitation_revoke"), now);
        if !store::end(tx, invitation, None, now)? {
            return Err(Error::InvitationEnded);
        }
        Ok(link::withdraw(tx, &Purpose::Invitation(invitation))?)
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
