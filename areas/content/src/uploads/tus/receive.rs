//! Receives a part of an upload: it is appended, and when all bytes are there, the file is completed.

use activity::Status;
use axum::body::Body;
use futures_util::StreamExt;
use primitives::Seconds;
use storage::{ChangeError, disk};

use crate::uploads::begin::refuse_too_large;
use crate::uploads::checksum::Announced;
use crate::uploads::complete::complete;
use crate::uploads::lease::{self, Held, Lease};
use crate::uploads::locks::{UploadKey, UploadLock};
use crate::uploads::partial::PartialUpload;
use crate::uploads::pending::{self, Pending};
use crate::uploads::receive::pour;
use crate::uploads::sink::{Begin, Received, Sink};
use crate::uploads::staged::Staged;
use crate::uploads::status::set_status;
use crate::uploads::stored::Stored;
use crate::{Content, Error, Result};

/// The headers of a part.
pub(super) struct Part {
    pub offset: u64,
    /// Of the whole file; it may come with a later part.
    pub length: Option<u64>,
    pub checksum: Option<Announced>,
}

/// The upload that a part belongs to.
#[expect(clippy::large_enum_variant, reason = "there is one for each request, and it is not moved about")]
pub(super) enum Target {
    File(Pending),
    Partial(PartialUpload),
}

impl Target {
    pub fn key(&self) -> UploadKey {
        match self {
            Self::File(upload) => upload.key(),
            Self::Partial(partial) => partial.key(),
        }
    }

    pub fn staged(&self) -> Staged {
        match self {
            Self::File(upload) => upload.staged(),
            Self::Partial(partial) => partial.staged(),
        }
    }

    fn held(&self) -> &Held {
        match self {
            Self::File(upload) => &upload.held,
            Self::Partial(partial) => &partial.held,
        }
    }

    pub fn expected(&self) -> Option<u64> {
        match self {
            Self::File(upload) => upload.expected,
            Self::Partial(partial) => partial.expected,
        }
    }

    pub fn seen_at(&self) -> Seconds {
        match self {
            Self::File(upload) => upload.seen_at,
            Self::Partial(partial) => partial.seen_at,
        }
    }

    fn expects(&mut self, length: u64) {
        match self {
            Self::File(upload) => upload.expected = Some(length),
            Self::Partial(partial) => partial.expected = Some(length),
        }
    }
}

/// Receives a part.
pub(super) async fn take(content: &Content, target: Target, part: Part, body: Body) -> Result<Taken> {
    disk::refuse_without_room(&content.db)?;
    let lock = content.uploads.try_lock(target.key())?;
    let lease = lease::take(content, target.held()).await?.disconnecting(&lock.stop);
    let taken = lease.during(take_part(content, target, (&lock, &lease), part, body)).await;
    match &taken {
        Ok(taken) if taken.is_whole => {}
        // Until the database tells whether the file is in place, nobody else goes on with it.
        Err(error) if error.may_have_committed() => {}
        _ => lease.release().await,
    }
    taken
}

/// What keeps others away from an upload: in this process, and in others.
type Locks<'l> = (&'l UploadLock, &'l Lease);

/// How far an upload has come by a part.
pub(super) struct Taken {
    /// All that were received so far.
    pub bytes: u64,
    /// The file is in place.
    is_whole: bool,
    /// The file that it was to replace has these bytes already.
    pub unchanged: bool,
}

async fn take_part(
    content: &Content,
    mut target: Target,
    (lock, lease): Locks<'_>,
    part: Part,
    body: Body,
) -> Result<Taken> {
    take_length(content, &mut target, part.length).await?;
    let at = target.staged().length().await?;
    if at != part.offset {
        return Err(Error::Offset { sent: part.offset, stored: at });
    }
    let (key, seen_at) = (target.key(), note_bytes(content, target.key(), target.seen_at()).await?);
    let (total, received) = match receive(content, &target, (lock, lease), part, body).await {
        Ok(received) => received,
        Err(error) => {
            // The sender learns why the part failed, whatever else fails.
            if let Err(unnoted) = note_bytes(content, key, seen_at).await {
                tracing::warn!("That bytes of an upload came is not noted: {unnoted}");
            }
            let Target::File(upload) = &target else { return Err(error) };
            return Err(failed(content, upload.action.as_deref(), lock, error).await?);
        }
    };
    let is_whole = matches!(&target, Target::File(upload) if upload.expected == Some(total));
    let mut unchanged = false;
    match target {
        Target::File(upload) if is_whole => {
            let action = upload.action.clone();
            let placed = Box::pin(complete(content, upload, lease, received.file, received.whole, Some(total))).await;
            match placed {
                Ok(stored) => unchanged = stored.unchanged,
                Err(error) => return Err(failed(content, action.as_deref(), lock, error).await?),
            }
        }
        Target::File(upload) => {
            lock.remember(total, received.whole);
            note_bytes(content, key, seen_at).await?;
            if !upload.under_way {
                set_status(content, upload.action.as_deref(), Status::InProgress).await?;
            }
        }
        Target::Partial(_) => {}
    }
    Ok(Taken { bytes: total, is_whole, unchanged })
}

/// Completes a file whose bytes are all there: an empty one, or one whose last sender did not reach the end.
pub(super) async fn finish(content: &Content, upload: Pending) -> Result<Stored> {
    let _lock = content.uploads.try_lock(upload.key())?;
    let lease = lease::take(content, &upload.held).await?;
    let placed = match upload.staged().with(Staged::open).await {
        Ok(file) => {
            let expected = upload.expected;
            Box::pin(complete(content, upload, &lease, file, None, expected)).await
        }
        Err(error) => Err(error),
    };
    if placed.as_ref().is_err_and(|error| !error.may_have_committed()) {
        lease.release().await;
    }
    placed
}

/// Nothing may follow the end of a file: a sender with more bytes has another file.
pub(super) async fn nothing_more(body: Body) -> Result<()> {
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        if !chunk.map_err(|_| Error::CutOff)?.is_empty() {
            return Err(Error::TooLarge);
        }
    }
    Ok(())
}

async fn failed(content: &Content, action: Option<&str>, lock: &UploadLock, error: Error) -> Result<Error> {
    if !lock.stop.is_cancelled() && !error.is_lost_upload() {
        set_status(content, action, Status::Error).await?;
    }
    Ok(error)
}

/// Notes that bytes come, unless that was noted lately; when it was last.
async fn note_bytes(content: &Content, key: UploadKey, noted: Seconds) -> Result<Seconds> {
    let now = content.clock.now();
    if !pending::is_stale(noted, now) {
        return Ok(noted);
    }
    content.db.write(move |tx| pending::touch(tx, key, now)).await?;
    Ok(now)
}

/// The length may be announced with any part; it never changes afterwards.
async fn take_length(content: &Content, target: &mut Target, told: Option<u64>) -> Result<()> {
    match (target.expected(), told) {
        (Some(expected), Some(told)) if expected != told => Err(Error::Malformed("upload-length")),
        (None, Some(told)) if told < target.staged().length().await? => Err(Error::Malformed("upload-length")),
        (None, Some(told)) => {
            refuse_too_large(content, told)?;
            let key = target.key();
            content.db.write(move |tx| pending::set_expected(tx, key, told)).await?;
            target.expects(told);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Appends a part. An interrupted part keeps what arrived, unless a checksum was announced for the whole part.
async fn receive(
    content: &Content,
    target: &Target,
    (lock, lease): Locks<'_>,
    part: Part,
    body: Body,
) -> Result<(u64, Received)> {
    let (staged, offset) = (target.staged(), part.offset);
    // A sender that has not announced a length may send as much as the largest file has.
    let limit = target.expected().unwrap_or(content.config.max_file_bytes).saturating_sub(offset);
    let (digest, announced) = part.checksum.map(|Announced { digest, value }| (digest, value)).unzip();
    let sink = Sink::new(staged.clone(), Some(lease.clone()), Begin::AtTheEnd, lock.hashed(offset), digest);
    let chunks = body.into_data_stream().map(|chunk| chunk.map_err(|_| Error::CutOff));
    let ended = pour(chunks, &sink, lock, limit).await;
    let received = sink.finish().await;
    let damaged = match (&received, &announced) {
        (Ok(received), Some(announced)) => received.digest.as_ref() != Some(announced),
        _ => false,
    };
    if damaged || matches!(ended, Err(Error::TooLarge)) || received.is_err() {
        staged.cut(Some(lease), offset).await?;
    }
    if let (Err(Error::CutOff), Ok(received), false) = (&ended, &received, damaged) {
        lock.remember(offset + received.bytes, received.whole.clone());
    }
    ended?;
    let received = received?;
    if damaged {
        return Err(Error::Checksum);
    }
    Ok((offset + received.bytes, received))
}
