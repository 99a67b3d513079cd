//! Has a picture made in the child process, and keeps it.

use std::sync::Arc;

use blobs::Opened;
use previews::{Conversion, Failure};
use rest::Problem;

use super::kept::Kept;
use crate::Media;
use crate::drawing::Source;

/// What is made, and of what.
pub(super) struct Order {
    pub key: String,
    pub hash: String,
    pub mime: String,
    pub file: Arc<Opened>,
    pub conversion: Conversion,
}

/// Finished even if nobody waits for it any more: who asks again finds it.
pub(super) async fn make(media: &Media, order: Order, turn: impl Send + 'static) -> Result<Kept, Problem> {
    let (media, key) = (media.clone(), order.key.clone());
    let made = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        // Somebody else may have had the same one made meanwhile.
        if let Some(kept) = media.conversions.open(&key)? {
            return Ok(Ok(Some(kept)));
        }
        if let Err(failure) = draw(&media, order)? {
            return Ok(Err(failure));
        }
        media.conversions.tidy_if_due();
        media.conversions.open(&key).map(Ok)
    });
    let made = made.await.map_err(|error| unavailable(&error))?.map_err(|error: std::io::Error| unavailable(&error))?;
    made.map_err(refused)?.ok_or_else(Problem::unavailable)
}

fn draw(media: &Media, order: Order) -> std::io::Result<Result<(), Failure>> {
    let bench = media.renditions.bench()?;
    let source = Source::file(order.file, order.mime);
    let path = source.path(&order.hash)?;
    let made = previews::convert(&media.worker, &path, source.mime(), &bench.path().join("out"), &order.conversion);
    metrics::counter!("conversions_total", "result" => if made.is_ok() { "made" } else { "failed" }).increment(1);
    match made {
        Ok(made) => media.conversions.keep(&order.key, bench.path(), &made).map(Ok),
        Err(failure) => Ok(Err(failure)),
    }
}

fn refused(failure: Failure) -> Problem {
    match failure {
        Failure::Unavailable(reason) => unavailable(&reason),
        Failure::TooLarge => Problem::conflict("conversion_too_large", "conversion_too_large"),
        Failure::TimedOut => Problem::conflict("conversion_too_slow", "conversion_too_slow"),
        Failure::Unsupported
        | Failure::Malformed(_)
        | Failure::Protected
        | Failure::NeedsTool(_)
        | Failure::Crashed => not_convertible(),
    }
}

pub(super) fn not_convertible() -> Problem {
    Problem::conflict("not_convertible", "not_convertible")
}

pub(super) fn unavailable(reason: &dyn std::fmt::Display) -> Problem {
    tracing::warn!("A picture to download could not be made: {reason}");
    Problem::unavailable()
}
