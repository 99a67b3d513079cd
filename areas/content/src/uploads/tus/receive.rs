//! A part of an upload: appended where the upload stands, and whole, the file is placed.

use activity::Status;
use axum::body::Body;
use futures_util::StreamExt;

use crate::uploads::UploadLock;
use crate::uploads::begin::refuse_too_large;
use crate::uploads::checksum::Announced;
use crate::uploads::complete::complete;
use crate::uploads::multipart::set_status;
use crate::uploads::partial::PartialUpload;
use crate::uploads::pending::{self, Pending, Staged, UploadKey};
use crate::uploads::sink::{Received, Sink};
use crate::{Content, Error, Result, disk};

/// What headers say of a part.
pub(super) struct Part {
    pub offset: u64,
    /// Of the whole file; it may come with a later part.
    pub length: Option<u64>,
    pub checksum: Option<Announced>,
}

/// What a part is for.
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

    pub fn expected(&self) -> Option<u64> {
        match self {
            Self::File(upload) => upload.expected,
            Self::Partial(partial) => partial.expected,
        }
    }

    pub fn seen_at(&self) -> primitives::Seconds {
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

/// Takes a part and says how many bytes have arrived in all.
pub(super) async fn take(content: &Content, mut target: Target, part: Part, body: Body) -> Result<u64> {
    disk::refuse_without_room(&content.db)?;
    let lock = content.uploads.try_lock(target.key())?;
    take_length(content, &mut target, part.length).await?;
    let at = target.staged().length()?;
    if at != part.offset {
        return Err(Error::Offset { sent: part.offset, stored: at });
    }
    let (now, key) = (content.clock.now(), target.key());
    if pending::is_stale(target.seen_at(), now) {
        content.db.write(move |tx| pending::touch(tx, key, now)).await?;
    }
    let (total, received) = match receive(content, &target, &lock, part, body).await {
        Ok(received) => received,
        Err(error) => return Err(failed(content, &target, &lock, error).await?),
    };
    match target {
        Target::File(upload) if upload.expected == Some(total) => {
            let action = upload.action.clone();
            let placed = complete(content, upload, received.file, received.whole).await;
            if placed.is_err() && !lock.stop.is_cancelled() {
                set_status(content, &action, Status::Error).await?;
            }
            placed?;
        }
        Target::File(upload) => {
            lock.remember(total, received.whole);
            if !upload.under_way {
                set_status(content, &upload.action, Status::InProgress).await?;
            }
        }
        Target::Partial(_) => {}
    }
    Ok(total)
}

/// Places a file of which every byte is there: one of none, or one whose end was not reached by whoever sent the last.
pub(super) async fn finish(content: &Content, upload: Pending) -> Result<()> {
    let _lock = content.uploads.try_lock(upload.key())?;
    let file = upload.staged().open()?;
    complete(content, upload, file, None).await?;
    Ok(())
}

/// After the end of a file nothing follows: a sender with more has another file.
pub(super) async fn nothing_more(body: Body) -> Result<()> {
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        if !chunk.map_err(|_| Error::CutOff)?.is_empty() {
            return Err(Error::TooLarge);
        }
    }
    Ok(())
}

async fn failed(content: &Content, target: &Target, lock: &UploadLock, error: Error) -> Result<Error> {
    if let Target::File(upload) = target
        && !lock.stop.is_cancelled()
    {
        set_status(content, &upload.action, Status::Error).await?;
    }
    Ok(error)
}

/// The length may be told with any part; it never changes afterwards.
async fn take_length(content: &Content, target: &mut Target, told: Option<u64>) -> Result<()> {
    match (target.expected(), told) {
        (Some(expected), Some(told)) if expected != told => Err(Error::Field("upload-length")),
        (None, Some(told)) if told < target.staged().length()? => Err(Error::Field("upload-length")),
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

/// Appends a part. One that was cut off keeps what arrived, unless a checksum was announced for the whole of it.
async fn receive(
    content: &Content,
    target: &Target,
    lock: &UploadLock,
    part: Part,
    body: Body,
) -> Result<(u64, Received)> {
    let (staged, offset) = (target.staged(), part.offset);
    // Who has not told a length may send what the largest file may have.
    let limit = target.expected().unwrap_or(content.config.max_file_bytes).saturating_sub(offset);
    let (digest, announced) = part.checksum.map(|Announced { digest, value }| (digest, value)).unzip();
    let sink = Sink::new(staged.open()?, lock.hashed(offset), digest);
    let ended = pour(body, &sink, lock, limit).await;
    let received = sink.finish().await;
    let damaged = match (&received, &announced) {
        (Ok(received), Some(announced)) => received.digest.as_ref() != Some(announced),
        _ => false,
    };
    if damaged || matches!(ended, Err(Error::TooLarge)) || received.is_err() {
        staged.open()?.set_len(offset)?;
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

/// Hands the body to the sink, until it ends, is cut off or grows beyond `limit`.
async fn pour(body: Body, sink: &Sink, lock: &UploadLock, limit: u64) -> Result<()> {
    let mut bytes = 0;
    let mut chunks = body.into_data_stream();
    loop {
        let chunk = tokio::select! {
            chunk = chunks.next() => chunk,
            () = lock.stop.cancelled() => return Err(Error::UploadEnded),
        };
        let Some(chunk) = chunk else { return Ok(()) };
        let Ok(chunk) = chunk else { return Err(Error::CutOff) };
        bytes += chunk.len() as u64;
        if bytes > limit {
            return Err(Error::TooLarge);
        }
        sink.write(chunk).await;
        if sink.has_failed() {
            return Ok(());
        }
    }
}
