//! Sends a file: a small one whole, a large one in parts, both as it is read.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::try_unfold;
use reqwest::Body;
use reqwest::header::ETAG;
use rusty_s3::actions::CreateMultipartUpload;
use rusty_s3::{Bucket, Credentials};
use tokio::task::spawn_blocking;

use super::client::{ANSWER, Client, Header, text};
use super::document::in_usual_space;
use super::failure::Failure;
use super::head::{MODIFIED, head};
use crate::Written;

/// A longer file goes in parts.
const WHOLE: u64 = 16 << 20;
/// The shortest part that is sent, but for the last one.
const PART: u64 = 16 << 20;
/// S3 takes ten thousand.
const MOST_PARTS: u64 = 9_000;
/// What is read at once.
const PIECE: u64 = 256 * 1024;
/// Bytes a second that a store takes at the least.
const SLOWEST: u64 = 64 * 1024;
const LONGEST_ANSWER: usize = 64 * 1024;

/// Sends the whole file as the object `key`, and looks that it is there. `note`: where the id of an upload in parts is
/// written down while it is one.
pub(crate) async fn send(client: &Client, key: &str, file: Arc<File>, note: &Path) -> Result<(), Failure> {
    let written = Written::of(&file)?;
    let (bucket, credentials) = client.signing()?;
    if written.size <= WHOLE {
        let headers = [modified(written.modified_ns), ("content-length", written.size.to_string())];
        let (put, body) = (bucket.put_object(credentials, key), || body(file.clone(), 0, written.size));
        client.send(put, &headers, body, limit(written.size)).await?;
    } else {
        let upload = create_parts(client, key, written.modified_ns).await?;
        let parts = Parts { client, bucket, credentials, key, upload: &upload };
        std::fs::write(note, parts.upload)?;
        let sent = parts.send(&file, written.size).await;
        if sent.is_ok() || abort(client, key, parts.upload).await.is_ok() {
            std::fs::remove_file(note)?;
        }
        sent?;
    }
    match head(client, key).await? {
        Some(head) if head.written.size == written.size => Ok(()),
        _ => Err(Failure::Local(io::Error::other("the store has not kept what was sent"))),
    }
}

/// An upload in parts.
struct Parts<'c> {
    client: &'c Client,
    bucket: &'c Bucket,
    credentials: Option<&'c Credentials>,
    key: &'c str,
    upload: &'c str,
}

impl Parts<'_> {
    async fn send(&self, file: &Arc<File>, size: u64) -> Result<(), Failure> {
        let length = part_length(size);
        let (mut etags, mut at) = (Vec::new(), 0);
        while at < size {
            let some = length.min(size - at);
            let number = u16::try_from(etags.len() + 1).map_err(|_| Failure::Garbled)?;
            let part = self.bucket.upload_part(self.credentials, self.key, number, self.upload);
            let headers = [("content-length", some.to_string())];
            let answer = self.client.send(part, &headers, || body(file.clone(), at, some), limit(some)).await?;
            let etag = answer.headers().get(ETAG).and_then(|etag| etag.to_str().ok()).ok_or(Failure::Garbled)?;
            etags.push(etag.to_owned());
            at += some;
        }
        complete_parts(self.client, self.key, self.upload, &etags).await
    }
}

fn modified(modified_ns: i64) -> Header {
    (MODIFIED, modified_ns.to_string())
}

/// How long the parts of a file are.
pub(crate) fn part_length(size: u64) -> u64 {
    PART.max(size.div_ceil(MOST_PARTS))
}

/// The id of a new upload in parts.
pub(crate) async fn create_parts(client: &Client, key: &str, modified_ns: i64) -> Result<String, Failure> {
    let (bucket, credentials) = client.signing()?;
    let create = bucket.create_multipart_upload(credentials, key);
    let answer = text(client.ask(create, &[modified(modified_ns)]).await?, LONGEST_ANSWER).await?;
    let created = CreateMultipartUpload::parse_response(&in_usual_space(&answer)).map_err(|_| Failure::Garbled)?;
    Ok(created.upload_id().to_owned())
}

/// Makes an object of the parts with these tags.
pub(crate) async fn complete_parts(client: &Client, key: &str, upload: &str, etags: &[String]) -> Result<(), Failure> {
    let (bucket, credentials) = client.signing()?;
    let complete = bucket.complete_multipart_upload(credentials, key, upload, etags.iter().map(String::as_str));
    let document = complete.clone().body();
    let headers = [("content-length", document.len().to_string())];
    // Large files take a store minutes.
    let answer = client.send(complete, &headers, || Body::from(document.clone()), ANSWER * 15).await?;
    // It may fail after it has begun to answer.
    let said = text(answer, LONGEST_ANSWER).await?;
    if said.contains("<Error>") { Err(Failure::answered(500, &said)) } else { Ok(()) }
}

/// Ends an upload in parts. One that has ended already is fine.
pub(crate) async fn abort(client: &Client, key: &str, upload: &str) -> Result<(), Failure> {
    let (bucket, credentials) = client.signing()?;
    match client.ask(bucket.abort_multipart_upload(credentials, key, upload), &[]).await {
        Err(failure) if failure.is_missing() => Ok(()),
        answered => answered.map(drop),
    }
}

/// How long a store may take for so many bytes.
pub(crate) fn limit(bytes: u64) -> Duration {
    ANSWER + Duration::from_secs(bytes / SLOWEST)
}

/// `left` bytes of the file from `at` on, read as they are sent.
fn body(file: Arc<File>, at: u64, left: u64) -> Body {
    Body::wrap_stream(try_unfold((file, at, left), |(file, at, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let reading = file.clone();
        let read = spawn_blocking(move || {
            let mut piece = vec![0; usize::try_from(left.min(PIECE)).unwrap_or(0)];
            reading.read_exact_at(&mut piece, at).map(|()| piece)
        });
        let piece = read.await.map_err(io::Error::other)??;
        let read = piece.len() as u64;
        Ok::<_, io::Error>(Some((piece, (file, at + read, left - read))))
    }))
}
