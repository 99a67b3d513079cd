//! Draws pictures of one source in the child process, and keeps them.

use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use blobs::Opened;
use previews::{Failure, Rendered, Worker};
use primitives::Seconds;

use crate::rendition_store::RenditionStore;
use crate::size::Size;

/// Seconds until a disk that was not there is looked for again.
pub(crate) const AWAY: Seconds = 60;

pub(crate) type Drawn = Result<Rendered, Failure>;

/// What a picture is made from.
pub(crate) struct Source {
    bytes: SourceBytes,
    mime: String,
}

enum SourceBytes {
    Opened(Arc<Opened>),
    /// The path of a picture.
    Kept(PathBuf),
}

impl Source {
    pub fn file(open: Arc<Opened>, mime: String) -> Self {
        Self { bytes: SourceBytes::Opened(open), mime }
    }

    /// A picture that somebody sent.
    pub fn sent(path: PathBuf, mime: String) -> Self {
        Self { bytes: SourceBytes::Kept(path), mime }
    }

    /// A picture that is kept.
    pub fn kept(path: PathBuf) -> Self {
        Self { bytes: SourceBytes::Kept(path), mime: "image/webp".to_owned() }
    }

    pub fn mime(&self) -> &str {
        &self.mime
    }

    /// Where they can be read as long as this lives. The path of a file is its descriptor's: whatever is renamed meanwhile,
    /// these are its bytes. It waits, if they come from a network; an error if these are not of the content.
    pub fn path(&self, hash: &str) -> std::io::Result<PathBuf> {
        match &self.bytes {
            SourceBytes::Opened(open) => match open.local(hash)? {
                Some(file) => Ok(PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))),
                None => Err(std::io::Error::other("the store gives other bytes than those that were stored")),
            },
            SourceBytes::Kept(path) => Ok(path.clone()),
        }
    }
}

/// Draws both pictures that every file has. The error is of this machine, not of the file.
pub(crate) async fn draw_both(
    renditions: &RenditionStore,
    worker: &Arc<Worker>,
    hash: &str,
    source: Source,
) -> Result<Drawn, String> {
    let (renditions, worker, hash) = (renditions.clone(), worker.clone(), hash.to_owned());
    measured(move || {
        let bench = renditions.bench()?;
        let drawn = previews::render(&worker, &source.path(&hash)?, &source.mime, bench.path());
        drawn.as_ref().map_or(Ok(()), |rendered| renditions.keep_both(&hash, rendered))?;
        Ok(drawn)
    })
    .await
}

/// Draws the picture of one size.
pub(crate) async fn draw_one(
    renditions: &RenditionStore,
    worker: &Arc<Worker>,
    (hash, size): (&str, Size),
    source: Source,
) -> Result<Drawn, String> {
    let (renditions, worker, hash) = (renditions.clone(), worker.clone(), hash.to_owned());
    measured(move || {
        let bench = renditions.bench()?;
        let drawn = previews::render_one(&worker, &source.path(&hash)?, &source.mime, bench.path(), size.bounds());
        drawn.as_ref().map_or(Ok(()), |rendered| renditions.keep(&hash, size, &rendered.large))?;
        Ok(drawn)
    })
    .await
}

async fn measured(draw: impl FnOnce() -> std::io::Result<Drawn> + Send + 'static) -> Result<Drawn, String> {
    let begun = Instant::now();
    let drawn = tokio::task::spawn_blocking(draw).await.map_err(|error| error.to_string())?;
    let drawn = drawn.map_err(|error| error.to_string())?;
    metrics::histogram!("preview_seconds").record(begun.elapsed().as_secs_f64());
    metrics::counter!("previews_total", "result" => result_of(&drawn)).increment(1);
    Ok(drawn)
}

/// As metrics tell it.
fn result_of(drawn: &Drawn) -> &'static str {
    match drawn {
        Ok(_) => "ready",
        Err(Failure::Unsupported | Failure::NeedsTool(_)) => "unsupported",
        Err(Failure::TimedOut) => "too_slow",
        Err(Failure::Unavailable(_)) => "unavailable",
        Err(Failure::Malformed(_) | Failure::Protected | Failure::TooLarge | Failure::Crashed) => "failed",
    }
}
