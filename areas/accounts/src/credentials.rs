//! A change of credentials ends everything that was begun with the old ones.

use db::{Tx, params};
use primitives::{SessionId, UserId};

use crate::events::CredentialsChanged;

/// Ends the user's sessions, except `kept`, and invalidates every link that was mailed to them.
pub fn credentials_changed(tx: &mut Tx<'_>, user: UserId, kept: Option<SessionId>) -> db::Result<()> {
    // An update without effect: a sign-in that begins a session updates the row too, so the two run one after the
    // other.
    tx.run("UPDATE identity_user SET active = active WHERE users_id = $1", params![user])?;
    events::publish(tx, &CredentialsChanged { user, kept })
}
