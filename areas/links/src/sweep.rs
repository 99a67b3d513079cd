//! Forgets links that have ended, some time after their makers could last look at them: a thousand with one write, so
//! that others write in between. Deletes received files that nobody has decided about.

use content::forget_waiting;
use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::Seconds;

use crate::received::{KEPT, undecided};
use crate::store::LISTED;
use crate::{LinkId, Links, Result};

/// So long a download goes on without being counted again.
pub(crate) const CLAIMED: Seconds = 86_400;
const AT_ONCE: i64 = 1_000;
/// So many are deleted at once.
const FILES: i64 = 100;

/// Deletes ended links, links without entries, old notes about downloads, and received files that have waited too long.
pub async fn sweep(links: &Links) -> Result<()> {
    let now = links.clock.now();
    let before = now - CLAIMED;
    links.db.write(move |tx| tx.run("DELETE FROM links_download WHERE taken_at <= $1", params![before])).await?;
    for find in [ended, revoked, without_entries] {
        loop {
            let found = links.db.read(move |c| find(c, now - LISTED)).await?;
            if found.is_empty() {
                break;
            }
            links.db.write(move |tx| forget(tx, &found, now - LISTED)).await?;
        }
    }
    delete_undecided(links, now).await
}

/// What somebody is just accepting stays until the next time.
async fn delete_undecided(links: &Links, now: Seconds) -> Result<()> {
    let mut before = Vec::new();
    loop {
        let found = links.db.read(move |c| undecided(c, now - KEPT, FILES)).await?;
        let Some((_, tenant)) = found.first().copied().filter(|_| found != before) else { return Ok(()) };
        let theirs = found.iter().filter(|(_, one)| *one == tenant).map(|(node, _)| *node).collect();
        forget_waiting(&links.content, tenant, theirs, now).await?;
        before = found;
    }
}

fn ended(conn: &mut Conn<'_>, before: Seconds) -> db::Result<Vec<LinkId>> {
    let sql = "SELECT l.link_id FROM links_link l WHERE l.expires_at <= $1 ORDER BY l.expires_at LIMIT $2";
    conn.rows(sql, params![before, AT_ONCE], |row| row.get(0))
}

fn revoked(conn: &mut Conn<'_>, before: Seconds) -> db::Result<Vec<LinkId>> {
    let sql = "SELECT l.link_id FROM links_link l WHERE l.revoked_at <= $1 ORDER BY l.revoked_at LIMIT $2";
    conn.rows(sql, params![before, AT_ONCE], |row| row.get(0))
}

/// Those whose entries were deleted for good, whenever; one that follows a collection waits for what comes into it.
fn without_entries(conn: &mut Conn<'_>, _before: Seconds) -> db::Result<Vec<LinkId>> {
    let sql = "SELECT l.link_id FROM links_link l
               WHERE NOT EXISTS (SELECT 1 FROM links_entry e WHERE e.link_id = l.link_id)
                 AND NOT EXISTS (SELECT 1 FROM links_followed f WHERE f.link_id = l.link_id)
               ORDER BY l.link_id
               LIMIT $1";
    conn.rows(sql, params![AT_ONCE], |row| row.get(0))
}

/// Deletes these, but for those that their makers have changed meanwhile.
fn forget(tx: &mut Tx<'_>, links: &[LinkId], before: Seconds) -> db::Result<()> {
    let (list, ids) = in_list(2, links);
    let values: Vec<_> = std::iter::once(before.into()).chain(ids).collect();
    let sql = format!(
        "DELETE FROM links_link
         WHERE link_id IN ({list}) AND (expires_at <= $1 OR revoked_at <= $1
           OR (NOT EXISTS (SELECT 1 FROM links_entry e WHERE e.link_id = links_link.link_id)
             AND NOT EXISTS (SELECT 1 FROM links_followed f WHERE f.link_id = links_link.link_id)))"
    );
    tx.run(&sql, &values).map(drop)
}
