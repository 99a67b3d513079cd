//! Deletes expired sessions, links and invitations.

use primitives::Seconds;

use crate::session::store as sessions;
use crate::{Identity, Result, invitation, link, provider};

/// How long ended invitations are listed.
const INVITATIONS_KEEP: Seconds = 90 * 86_400;

/// Deletes expired sessions and links, and old invitations.
pub async fn sweep(identity: &Identity) -> Result<()> {
    let now = identity.clock.now();
    let swept = identity.db.write(move |tx| {
        sessions::sweep(tx, now)?;
        link::sweep(tx, now)?;
        provider::sweep(tx, now)?;
        invitation::sweep(tx, now - INVITATIONS_KEEP)
    });
    Ok(swept.await.map(|_| ())?)
}
