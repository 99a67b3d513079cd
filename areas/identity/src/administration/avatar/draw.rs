//! Drawing the picture anew: what comes out is a WebP of our own making.

use previews::{Failure, Worker};
use rest::{Problem, Rule};

use super::{EDGE, KINDS};

pub(super) const MEDIA_TYPE: &str = "image/webp";

/// The picture as it is kept. What is no picture, or a broken one, is refused.
pub(super) fn draw(worker: &Worker, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    previews::redrawn(worker, bytes, &KINDS, EDGE).map_err(|failure| match failure {
        Failure::Unavailable(reason) => {
            tracing::error!("A picture of somebody could not be drawn: {reason}");
            Problem::unavailable()
        }
        _ => Problem::refused(vec![Rule::Picture.of("avatar")]),
    })
}
