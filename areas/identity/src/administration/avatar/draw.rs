//! Drawing the picture anew: what comes out is a WebP of our own making.

use std::io::Write;

use previews::{Failure, Worker};
use rest::{Problem, Rule};

use super::{EDGE, media_type};

pub(super) const MEDIA_TYPE: &str = "image/webp";

/// The picture as it is kept. What is no picture, or a broken one, is refused.
pub(super) fn draw(worker: &Worker, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    let refused = || Problem::refused(vec![Rule::Picture.of("avatar")]);
    let kind = media_type(bytes).ok_or_else(refused)?;
    let broken =
        |error: std::io::Error| Problem::from(db::Error::Broken(format!("a picture could not be drawn: {error}")));
    let bench = tempfile::tempdir().map_err(broken)?;
    let mut input = tempfile::NamedTempFile::new_in(bench.path()).map_err(broken)?;
    input.write_all(bytes).map_err(broken)?;
    match previews::render_one(worker, input.path(), kind, bench.path(), EDGE) {
        Ok(rendered) => std::fs::read(rendered.large).map_err(broken),
        Err(Failure::Unavailable(reason)) => {
            tracing::error!("A picture of somebody could not be drawn: {reason}");
            Err(Problem::unavailable())
        }
        Err(_) => Err(refused()),
    }
}
