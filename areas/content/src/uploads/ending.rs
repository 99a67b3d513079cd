//! What the end of an upload means for its sender, and what is found out about its bytes then.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::time::Duration;

use activity::Status;
use blobs::Written;
use db::Tx;
use primitives::{NodeId, Seconds};

use super::ended;
use super::groups;
use super::lease::Lease;
use super::partial;
use super::pending::{ONE_CALL, Pending};
use super::stored::Stored;
use crate::{Error, Result};

/// Nobody sends anything more to it. An error if another process has taken it.
pub(super) fn end_ticket(tx: &mut Tx<'_>, upload: &Pending, lease: &Lease) -> Result<()> {
    if !lease.complete(tx)? {
        return Err(Error::UploadEnded);
    }
    for partial in &upload.partials {
        if !partial::delete(tx, *partial)? {
            return Err(Error::UploadEnded);
        }
    }
    Ok(())
}

/// What its sender learns, and who waits for it.
pub(super) fn tell_end(tx: &mut Tx<'_>, upload: &Pending, stored: &Stored, now: Seconds) -> Result<()> {
    // Nobody knows the ticket of a one-call upload.
    if upload.upload_source.what != ONE_CALL {
        ended::note(tx, upload, stored, now)?;
    }
    // What it means for other rooms, they have said by now: one that goes on working with it has the action go on.
    if let Some(action) = &upload.action {
        activity::settle(tx, action, &Status::InProgress, &Status::Success)?;
    }
    if let Some(group) = &upload.group {
        groups::count_done(tx, group, now)?;
    }
    Ok(())
}

#[derive(Clone, Debug)]
pub(super) struct Inspected {
    pub size: u64,
    pub hash: String,
    pub mime: &'static str,
    pub modified_ns: i64,
}

/// The hash of a file whose bytes were hashed by no earlier part.
pub(super) fn hashed(file: File) -> Result<(File, blake3::Hasher)> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(blobs::from_start(&file))?;
    Ok((file, hasher))
}

/// A file is known by its size and its time, and contents of one file may be written at the same tick of the clock: each
/// gets a time of its own.
pub(crate) fn set_apart(file: &File, node: NodeId) -> Result<()> {
    let own = u64::try_from(node.0 % 1_000_000).unwrap_or(0) + 1;
    Ok(file.set_modified(file.metadata()?.modified()? + Duration::from_nanos(own))?)
}

/// Makes the bytes durable and determines size and type.
pub(super) fn inspect(mut file: File, name: &str, hash: &blake3::Hasher, bytes: Option<u64>) -> Result<Inspected> {
    file.sync_all()?;
    let Written { size, modified_ns } = Written::of(&file)?;
    if bytes.is_some_and(|bytes| bytes != size) {
        return Err(Error::CutOff);
    }
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::with_capacity(8192);
    Read::by_ref(&mut file).take(8192).read_to_end(&mut head)?;
    let mime = previews::sniff(&head, name);
    Ok(Inspected { size, hash: hash.finalize().to_hex().to_string(), mime, modified_ns })
}

#[cfg(test)]
mod tests {
    use blobs::Written;
    use primitives::NodeId;

    use super::set_apart;

    #[test]
    fn contents_that_were_written_at_the_same_moment_have_times_of_their_own() {
        let at = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_800_000_000);
        let time_of = |node| {
            let file = tempfile::tempfile().unwrap();
            file.set_modified(at).unwrap();
            set_apart(&file, NodeId(node)).unwrap();
            Written::of(&file).unwrap().modified_ns
        };
        assert_ne!(time_of(7), time_of(8));
        assert!(time_of(7) > 1_800_000_000_000_000_000, "a new file keeps the time itself");
    }
}
