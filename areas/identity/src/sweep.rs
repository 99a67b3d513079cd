//! Deletes expired sessions and links.

use crate::session::store as sessions;
use crate::{Identity, Result, link, provider};

/// Deletes expired sessions, links, and sign-ins with providers that nobody finished.
pub async fn sweep(identity: &Identity) -> Result<()> {
    let now = identity.clock.now();
    let swept = identity.db.write(move |tx| {
        sessions::sweep(tx, now)?;
        link::sweep(tx, now)?;
        provider::sweep(tx, now)
    });
    Ok(swept.await.map(|_| ())?)
}
