//! Deletes expired sessions and links.

use crate::session::store as sessions;
use crate::{Result, SignIn, link, provider};

/// Deletes expired sessions, links, and sign-ins with providers that nobody finished.
pub async fn sweep(sign_in: &SignIn) -> Result<()> {
    let now = sign_in.clock.now();
    let swept = sign_in.db.write(move |tx| {
        sessions::sweep(tx, now)?;
        link::sweep(tx, now)?;
        provider::sweep(tx, now)
    });
    Ok(swept.await.map(|_| ())?)
}
