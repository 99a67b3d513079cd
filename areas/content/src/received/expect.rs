//! The beginning of a file that will wait: its node, and a ticket for its bytes. Until some come, it can be forgotten.

use activity::Status;
use authz::Permit;
use db::{Tx, params};
use nodes::{NewNode, NodeState};
use primitives::{EntryName, NodeId, NodeKind, Seconds, random_hex};

use crate::uploads::locks::UploadKey;
use crate::uploads::{self, ticket_hash};
use crate::{Content, Result, Upload};

/// A file that bytes may be sent for.
#[derive(Clone, Debug)]
pub struct ExpectedFile {
    pub node: NodeId,
    /// Opens this file alone, and only for the maker of the link.
    pub ticket: String,
}

/// Refuses a file that is too large, and any file if the remaining space is reserved for deletions.
pub fn may_receive(content: &Content, bytes: u64) -> Result<()> {
    uploads::may_come(content, Some(bytes))
}

/// Makes the node of a file that will wait in the folder of the permit. Its sender learns nothing of the folder: any name
/// will do.
pub fn expect_file(
    tx: &mut Tx<'_>,
    into: &Permit<Upload>,
    (name, bytes): (&EntryName, i64),
    now: Seconds,
) -> Result<ExpectedFile> {
    let new = NewNode { kind: NodeKind::File, name, state: NodeState::Staging, size: bytes, now };
    let node = nodes::insert_waiting(tx, into, &new)?;
    let ticket = random_hex(24);
    // It has no background action: the maker of the link did not start the upload. No bytes were seen yet.
    let sql =
        "INSERT INTO content_upload (node_id, users_id, ticket_hash, expected_bytes, bg_action_id, created_at, seen_at,
                 owner, lease_until, one_call, waits)
               VALUES ($1, $2, $3, $4, '', $5, 0, '', 0, FALSE, TRUE)";
    tx.run(sql, params![node, into.actor(), &ticket_hash(&ticket), bytes, now])?;
    Ok(ExpectedFile { node, ticket })
}

/// Notes that bytes of an expected file come now. `content_upload.seen_at` says when that was last, 0 if none has come.
pub fn note_coming(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<()> {
    uploads::touch(tx, UploadKey::File(node), now)
}

/// Forgets an expected file that has not come, with what has come of it.
pub async fn forget_expected(content: &Content, node: NodeId) -> Result<()> {
    uploads::abandon(content, node, &Status::Cancelled).await
}
