//! Thumbhash: about 24 bytes that a page paints before the preview arrives.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::picture::Picture;
use crate::shrink;

/// Cost grows with the pixels and the hash keeps at most 7 × 7 frequencies: 32 lose nothing.
const BOUNDS: Bounds = Bounds::square(32);

/// The mean red, green and blue of a picture, each of 0 to 1, by its placeholder.
pub fn mean_colour(placeholder: &str) -> Option<[f32; 3]> {
    let hash = STANDARD.decode(placeholder).ok()?;
    let (red, green, blue, _) = thumbhash::thumb_hash_to_average_rgba(&hash).ok()?;
    Some([red, green, blue])
}

pub(crate) fn of(picture: Picture) -> Result<String, Failure> {
    let tiny = shrink::into_bounds(picture, BOUNDS)?.into_rgba();
    let hash = thumbhash::rgba_to_thumb_hash(tiny.width as usize, tiny.height as usize, &tiny.pixels);
    Ok(STANDARD.encode(hash))
}
