//! Forgetting what is over: sessions, links and invitations past their time.

use primitives::Seconds;

use crate::{Identity, Result, invitation, link, provider, store};

/// Ended invitations are listed so long.
const INVITATIONS_KEEP: Seconds = 90 * 86_400;

/// Forgets sessions and links past their time, of users who never come back too, and old invitations.
pub async fn sweep(identity: &Identity) -> Result<()> {
    let now = identity.clock.now();
    let swept = identity.db.write(move |tx| {
        store::sessions::sweep(tx, now)?;
        link::sweep(tx, now)?;
        provider::sweep(tx, now)?;
        invitation::sweep(tx, now - INVITATIONS_KEEP)
    });
    Ok(swept.await.map(|_| ())?)
}
