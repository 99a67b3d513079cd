//! Forgets links that have ended, some time after their makers could last look at them.

use db::{Tx, params};
use primitives::Seconds;

use crate::store::LISTED;
use crate::{Links, Result};

/// So long a download goes on without being counted again.
pub(crate) const CLAIMED: Seconds = 86_400;

/// Deletes ended links, links without entries, and old notes about downloads.
pub async fn sweep(links: &Links) -> Result<()> {
    let now = links.clock.now();
    links.db.write(move |tx| forget(tx, now)).await?;
    Ok(())
}

fn forget(tx: &mut Tx<'_>, now: Seconds) -> db::Result<()> {
    tx.run("DELETE FROM links_download WHERE taken_at <= $1", params![now - CLAIMED])?;
    tx.run(
        "DELETE FROM links_link
         WHERE expires_at <= $1 OR revoked_at <= $1
           OR NOT EXISTS (SELECT 1 FROM links_entry e WHERE e.link_id = links_link.link_id)",
        params![now - LISTED],
    )?;
    Ok(())
}
