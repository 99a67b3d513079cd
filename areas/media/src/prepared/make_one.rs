//! Makes one of the pictures of an archive.

use std::sync::Arc;

use authz::Actor;
use content::Download;
use jobs::JobError;
use previews::Failure;
use storage::integrity;

use super::store::{Prepared, Waiting};
use crate::Media;
use crate::drawing::Source;

/// What came of a try.
pub(super) enum Tried {
    /// The bytes of the picture.
    Made(u64),
    /// There is none, and another try would end alike.
    Failed,
    /// The disk of its repository is not there.
    Away,
}

/// With the rights that the person has now. The error is of this machine, not of the file.
pub(super) async fn make_one(
    media: &Media,
    actor: &Arc<Actor>,
    (prepared, waiting): (&Prepared, &Waiting),
) -> Result<Tried, JobError> {
    let (node, hash) = (waiting.node, waiting.hash.clone());
    let allowed = security::read(&media.db, actor, move |c, access| access.authorize::<Download>(c, node).map(drop));
    match allowed.await {
        Ok(()) => {}
        Err(security::Error::Denied(_)) => return Ok(Tried::Failed),
        Err(error) => return Err(retry(&error)),
    }
    let (file, mime) = match integrity::right_bytes(&media.db, node, &hash, media.clock.now()).await {
        Ok(Some((found, file))) => (file, found.facts.mime.unwrap_or_default()),
        Ok(None) | Err(storage::Error::Damaged | storage::Error::BytesMissing) => return Ok(Tried::Failed),
        Err(error) if error.is_of_an_absent_disk() => return Ok(Tried::Away),
        Err(error) => return Err(retry(&error)),
    };
    let (media, conversion, id) = (media.clone(), prepared.look.conversion.clone(), prepared.id);
    let drawn = tokio::task::spawn_blocking(move || {
        let bench = media.renditions.bench()?;
        let source = Source::file(file, mime);
        let path = source.path(&hash)?;
        let made = previews::convert(&media.worker, &path, source.mime(), &bench.path().join("out"), &conversion);
        match made {
            Ok(made) => media.prepared.keep(id, &hash, &made.path).map(Ok),
            Err(failure) => Ok(Err(failure)),
        }
    });
    let drawn: std::io::Result<Result<u64, Failure>> = drawn.await.map_err(|error| retry(&error))?;
    let drawn = drawn.map_err(|error| retry(&error))?;
    metrics::counter!("conversions_total", "result" => if drawn.is_ok() { "made" } else { "failed" }).increment(1);
    match drawn {
        Ok(bytes) => Ok(Tried::Made(bytes)),
        Err(Failure::Unavailable(reason)) => Err(JobError::Retry(reason)),
        Err(_) => Ok(Tried::Failed),
    }
}

fn retry(error: &dyn std::fmt::Display) -> JobError {
    JobError::Retry(error.to_string())
}
