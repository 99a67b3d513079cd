//! A change of credentials ends everything that was begun with the old ones.

use db::Tx;
use primitives::{SessionId, UserId};

use crate::events::CredentialsChanged;
use crate::store::people::hold;

/// Ends the user's sessions, except `kept`, and invalidates every link that was mailed to them.
pub fn credentials_changed(tx: &mut Tx<'_>, user: UserId, kept: Option<SessionId>) -> db::Result<()> {
    // A sign-in that begins a session holds the user too, so the two run one after the other.
    hold(tx, user)?;
    events::publish(tx, &CredentialsChanged { user, kept })
}
