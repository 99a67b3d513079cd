//! A file has come whole: it waits, and the maker of its link is told.

use content::FileReceived;
use db::{Tx, params};
use notices::Notice;
use primitives::UserId;
use serde_json::json;

use super::bell::KIND;
use crate::{LinkId, requests};

/// Heard in the transaction in which it comes.
pub(crate) fn arrived(tx: &mut Tx<'_>, came: &FileReceived) -> db::Result<()> {
    let now = came.header.at;
    let sql = "UPDATE links_received SET arrived_at = $2, bytes = $3 WHERE node_id = $1 RETURNING link_id";
    let link = tx.find(sql, params![came.node, now, came.bytes], |row| row.get::<Option<LinkId>>(0))?.flatten();
    let Some(link) = link else { return Ok(()) };
    metrics::counter!("link_files_received_total").increment(1);
    requests::count(tx, link, came.bytes)?;
    let sql = "UPDATE links_link SET last_used_at = $2 WHERE link_id = $1 RETURNING users_id";
    let Some(maker) = tx.find(sql, params![link, now], |row| row.get::<UserId>(0))? else { return Ok(()) };
    let notice = Notice {
        tenant: came.header.tenant,
        to: maker,
        kind: KIND,
        from: None,
        node: Some(came.folder),
        subject: link.0,
        detail: json!({}),
    };
    notices::notify(tx, &notice, now)
}
