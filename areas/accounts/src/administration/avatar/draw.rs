//! Redraws the picture: the result is a WebP of our own encoding.

use previews::{Failure, Worker};
use rest::Problem;
use tenancy::NO_PICTURE;

use super::{EDGE, KINDS};

pub(super) const MEDIA_TYPE: &str = "image/webp";

/// The picture as it is stored. A file that is not a picture, or is broken, is refused.
pub(super) fn draw(worker: &Worker, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    previews::redrawn(worker, bytes, &KINDS, EDGE).map_err(|failure| match failure {
        Failure::Unavailable(reason) => {
            tracing::error!("A user's picture could not be drawn: {reason}");
            Problem::unavailable()
        }
        _ => Problem::refused(vec![NO_PICTURE.of("avatar")]),
    })
}
