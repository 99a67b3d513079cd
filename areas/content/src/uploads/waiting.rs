//! The end of an upload that somebody without an account has sent: it waits below its folder, and nobody sees it there.

use std::sync::Arc;

use ::events::{Header, publish};
use audit::Author;
use db::Tx;
use nodes::Arrived;
use primitives::Seconds;
use security::Access;
use storage::disk::NodePath;
use storage::integrity;

use super::ending::{Inspected, end_ticket, tell_end};
use super::lease::Lease;
use super::pending::Pending;
use super::stored::Stored;
use crate::events::{ContentStored, FileReceived};
use crate::{Error, Result, Upload};

/// The transaction after its bytes lie where those of the bin lie. The person in whose name it was sent must still be
/// allowed to upload there.
pub(super) fn end(
    upload: Arc<Pending>,
    facts: Inspected,
    way: NodePath,
    lease: &Lease,
    now: Seconds,
) -> impl FnOnce(&mut Tx<'_>, &mut Access<'_>) -> Result<Stored> + Send + 'static {
    let lease = lease.clone();
    move |tx, access| {
        let (node, folder) = (upload.node.id, upload.node.parent.ok_or(Error::UploadEnded)?);
        let permit = access.authorize::<Upload>(tx, folder)?;
        storage::refuse_elsewhere(tx, upload.node.repository, (&way, &upload.store))?;
        end_ticket(tx, &upload, &lease)?;
        let Inspected { size, hash, mime, modified_ns } = facts;
        let name = upload.node.name.clone();
        let stored = Stored { node_id: node, name, size, hash: hash.clone(), unchanged: false };
        let bytes = i64::try_from(size).unwrap_or(i64::MAX);
        let arrived = Arrived { name: &upload.node.name, size: bytes, hash: &hash, mime, now };
        nodes::keep_waiting(tx, &permit, node, &arrived)?;
        integrity::note_right(tx, node, modified_ns, now)?;
        let header = Header::by(Author::user(upload.user, upload.upload_source.origin), permit.tenant(), now);
        publish(tx, &FileReceived { header, folder, node, bytes })?;
        // Who decides about it wants to see it.
        publish(tx, &ContentStored { header, node, hash, mime: mime.to_owned() })?;
        tell_end(tx, &upload, &stored, now)?;
        Ok(stored)
    }
}
