//! A change of credentials ends everything that was begun with the old ones.

use db::{Tx, params};
use primitives::{SessionId, UserId};

use crate::{link, store};

/// Invalidates every open link of the user and ends their sessions, except `kept`.
pub(crate) fn changed(tx: &mut Tx<'_>, user: UserId, kept: Option<SessionId>) -> db::Result<()> {
    // An update without effect: a sign-in that begins a session updates the row too, so the two run one after the
    // other.
    tx.run("UPDATE identity_user SET active = active WHERE users_id = $1", params![user])?;
    link::withdraw_all(tx, user)?;
    match kept {
        Some(session) => store::sessions::end_others(tx, user, session),
        None => store::sessions::end_all(tx, user),
    }
}
