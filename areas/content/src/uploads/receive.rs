//! From the network to a sink: how every way of sending bytes receives them.

use std::pin::pin;

use axum::body::Bytes;
use futures_util::{Stream, StreamExt};

use super::locks::UploadLock;
use super::sink::Sink;
use crate::{Error, Result};

/// Passes `chunks` to the sink, until they end, are interrupted or exceed `limit`, or the upload is abandoned. If writing
/// fails, the sink tells why.
pub(super) async fn pour(
    chunks: impl Stream<Item = Result<Bytes>>,
    sink: &Sink,
    lock: &UploadLock,
    limit: u64,
) -> Result<()> {
    let (mut bytes, mut chunks) = (0, pin!(chunks));
    loop {
        let chunk = tokio::select! {
            chunk = chunks.next() => chunk,
            () = lock.stop.cancelled() => return Err(Error::UploadEnded),
        };
        let Some(chunk) = chunk.transpose()? else { return Ok(()) };
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
