//! What the end of an upload means for its sender, and what is found out about its bytes then.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use activity::Status;
use blobs::Written;
use db::Tx;
use primitives::Seconds;

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
