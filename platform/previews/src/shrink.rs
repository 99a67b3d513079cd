//! Resampling; of previews, never upwards.

use pixels::Part;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::picture::Picture;

/// `picture` within `bounds`; unchanged when it is small enough.
pub(crate) fn into_bounds(picture: Picture, bounds: Bounds) -> Result<Picture, Failure> {
    let size = bounds.fit(picture.width, picture.height);
    to_size(picture, size)
}

/// As `into_bounds`, in exactly the shape of a source of this size: a decoder, or the size before, has rounded its own.
pub(crate) fn in_shape_of(picture: Picture, bounds: Bounds, source: (u32, u32)) -> Result<Picture, Failure> {
    let (width, height) = bounds.fit(source.0, source.1);
    if width > picture.width || height > picture.height {
        return into_bounds(picture, bounds);
    }
    to_size(picture, (width, height))
}

/// The middle of `picture` in `size`, which may be larger; `part` is how much of it, in pixels of a source of the size
/// `whole` that a decoder may have shrunk.
pub(crate) fn middle(
    picture: Picture,
    part: (f64, f64),
    whole: (u32, u32),
    size: (u32, u32),
) -> Result<Picture, Failure> {
    let of = |own: u32, part: f64, whole: u32| (f64::from(own) * part / f64::from(whole)).clamp(1.0, own.into());
    let (width, height) = (of(picture.width, part.0, whole.0), of(picture.height, part.1, whole.1));
    if (width, height) == (picture.width.into(), picture.height.into()) {
        return to_size(picture, size);
    }
    let (left, top) = ((f64::from(picture.width) - width) / 2.0, (f64::from(picture.height) - height) / 2.0);
    resized(picture, size, Some(Part { left, top, width, height }))
}

fn to_size(picture: Picture, size: (u32, u32)) -> Result<Picture, Failure> {
    if size == (picture.width, picture.height) {
        return Ok(picture);
    }
    resized(picture, size, None)
}

fn resized(picture: Picture, size: (u32, u32), part: Option<Part>) -> Result<Picture, Failure> {
    let from = (picture.width, picture.height);
    let pixels = pixels::resized(picture.pixels, picture.channels, (from, size), part).map_err(Failure::malformed)?;
    Picture::new(pixels, picture.channels, size.0, size.1)
}
