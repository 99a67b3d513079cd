//! Draws an icon from what somebody sent, in the confined child process: whatever else is in the file is dropped.

use std::io;

use axum::body::Bytes;
use previews::{Coding, Conversion, Failure, Fit, Frame, Limits, Worker, convert};
use primitives::{TenantId, UserId};
use rest::{Problem, Rule};

use super::store::{IconPicture, IconSize};
use crate::Media;
use crate::rendition_store::RenditionStore;

const KINDS: [&str; 3] = ["image/jpeg", "image/png", "image/webp"];
/// A photograph of a phone has twelve million.
const MOST_PIXELS: u64 = 16_000_000;
/// More bytes do not help to recognise a kind.
const HEAD: usize = 8192;
/// An icon is looked at closely.
const QUALITY: u8 = 88;
const NO_PICTURE: Rule = Rule::OfRoom("icon_rules.no_picture");
const TOO_MANY_PIXELS: Rule = Rule::OfRoom("icon_rules.too_many_pixels");
const TOO_SLOW: Rule = Rule::OfRoom("icon_rules.too_slow");

/// For somebody in a tenant, who waits for no more than a turn of each other one.
pub(super) async fn draw(
    media: &Media,
    (tenant, user): (TenantId, UserId),
    bytes: Bytes,
) -> Result<IconPicture, Problem> {
    let kind = previews::sniff(&bytes[..bytes.len().min(HEAD)], "");
    if !KINDS.contains(&kind) {
        return Err(Problem::refused(vec![NO_PICTURE.of("file")]));
    }
    let mut worker = Worker::clone(&media.worker);
    worker.limits = Limits { max_pixels: MOST_PIXELS, ..worker.limits.hasty() };
    let slot = media.icon_slot.take(tenant, user).await;
    let place = media.flights.place().await.map_err(|error| failed(&error))?;
    let renditions = media.renditions.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let _held = (slot, place);
        in_both_sizes(&renditions, &worker, (&bytes[..], kind))
    });
    let drawn = drawn.await.map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
    drawn.map_err(refused)
}

fn in_both_sizes(
    renditions: &RenditionStore,
    worker: &Worker,
    (bytes, kind): (&[u8], &str),
) -> io::Result<Result<IconPicture, Failure>> {
    let bench = renditions.bench()?;
    let sent = bench.path().join("sent");
    std::fs::write(&sent, bytes)?;
    let large = match convert(worker, &sent, kind, &bench.path().join("large"), &square(IconSize::Large)) {
        Ok(made) => made.path,
        Err(failure) => return Ok(Err(failure)),
    };
    let small = match convert(worker, &large, "image/webp", &bench.path().join("small"), &square(IconSize::Small)) {
        Ok(made) => made.path,
        Err(failure) => return Ok(Err(failure)),
    };
    let (small, large) = (std::fs::read(small)?, std::fs::read(large)?);
    let mut hasher = blake3::Hasher::new();
    hasher.update(&large).update(&small);
    Ok(Ok(IconPicture { hash: hasher.finalize().to_hex().to_string(), small, large }))
}

/// The middle of the picture. A smaller one stays as small as it is.
fn square(size: IconSize) -> Conversion {
    let edge = Some(size.edge());
    Conversion {
        frame: Frame { width: edge, height: edge, fit: Fit::Cover, enlarge: false },
        coding: Coding::WebP,
        quality: QUALITY,
        background: None,
        keep_rights: false,
        mark: None,
    }
}

fn refused(failure: Failure) -> Problem {
    let rule = match failure {
        Failure::Unavailable(reason) => return failed(&reason),
        Failure::TooLarge => TOO_MANY_PIXELS,
        // It may be a picture: the machine was busy.
        Failure::TimedOut => TOO_SLOW,
        Failure::Unsupported
        | Failure::Malformed(_)
        | Failure::Protected
        | Failure::NeedsTool(_)
        | Failure::Crashed => NO_PICTURE,
    };
    Problem::refused(vec![rule.of("file")])
}

fn failed(error: &dyn std::fmt::Display) -> Problem {
    tracing::error!("An icon could not be drawn: {error}");
    Problem::unavailable()
}

#[cfg(test)]
mod tests {
    use super::{Failure, refused};

    #[test]
    fn what_takes_too_long_is_not_called_no_picture() {
        for (failure, rule) in [
            (Failure::TimedOut, "icon_rules.too_slow"),
            (Failure::TooLarge, "icon_rules.too_many_pixels"),
            (Failure::Crashed, "icon_rules.no_picture"),
        ] {
            let said = format!("{:?}", refused(failure));
            assert!(said.contains(rule), "{said}");
        }
    }
}
