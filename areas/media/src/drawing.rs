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
    path: PathBuf,
    mime: String,
    /// The path is its descriptor's: whatever is renamed meanwhile, these are its bytes.
    _open: Option<Arc<Opened>>,
}

impl Source {
    pub fn file(open: Arc<Opened>, mime: String) -> Self {
        let path = PathBuf::from(format!("/proc/self/fd/{}", open.local().as_raw_fd()));
        Self { path, mime, _open: Some(open) }
    }

    /// A picture that is kept.
    pub fn kept(path: PathBuf) -> Self {
        Self { path, mime: "image/webp".to_owned(), _open: None }
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
        let drawn = previews::render(&worker, &source.path, &source.mime, bench.path());
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
        let drawn = previews::render_one(&worker, &source.path, &source.mime, bench.path(), size.bounds());
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
