//! What an entry has left in the repository that it came from leaves its path there: others may take the name, and what
//! lies below the path belongs to nobody any more.

use db::{Conn, Tx, params};
use primitives::{EntryName, NodeId, Seconds};

use super::rows::{Crossing, CrossingId};
use crate::intents::{CROSS, LEAVE};
use crate::lease::LEASE;
use crate::{Owner, Result};

/// Where an entry was.
#[derive(Clone, Debug)]
pub(super) struct Old {
    pub folder: NodeId,
    pub name: String,
    pub disk_name: String,
}

/// The intent to cross becomes the one to leave the old path: until then nobody takes that. False if another process has
/// undone it.
pub(super) fn intend(
    tx: &mut Tx<'_>,
    of: &Crossing,
    (intent, old): (i64, &Old),
    by: (&Owner, Seconds),
) -> Result<bool> {
    let sql = "UPDATE content_intent
               SET act = $3, repository_id = $4, folder_id = $5, target = $6, target_key = $7, detail = $8,
                 target_way = '', lease_until = $9
               WHERE intent_id = $1 AND owner = $2 AND act = $10";
    let ((owner, now), key) = (by, EntryName::key_of(&old.name));
    let values = params![
        intent,
        owner.as_str(),
        LEAVE,
        of.source,
        old.folder,
        &old.name,
        &key,
        &old.disk_name,
        now + LEASE,
        CROSS
    ];
    Ok(tx.run(sql, values)? > 0)
}

/// Whether an entry that moved before still has to leave the path that it had then.
pub(super) fn is_leaving(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM content_intent WHERE act = $2 AND node_id = $1", params![node, LEAVE])
}

/// Whether the entry of a crossing still has to leave its old path; or whether the bytes of one that was stopped while it
/// was put there still have to go back.
pub(super) fn is_intended(conn: &mut Conn<'_>, id: CrossingId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_intent WHERE act IN ($2, $3) AND taken_id = $1";
    conn.exists(sql, params![id, LEAVE, CROSS])
}
