//! Resampling; of previews, never upwards.

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::picture::{Channels, Picture};

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
    resized(picture, size, ResizeOptions::new().crop(left, top, width, height))
}

fn to_size(picture: Picture, size: (u32, u32)) -> Result<Picture, Failure> {
    if size == (picture.width, picture.height) {
        return Ok(picture);
    }
    resized(picture, size, ResizeOptions::new())
}

fn resized(mut picture: Picture, (width, height): (u32, u32), how: ResizeOptions) -> Result<Picture, Failure> {
    let kind = match picture.channels {
        Channels::Grey => PixelType::U8,
        Channels::Rgb => PixelType::U8x3,
        Channels::Rgba | Channels::Cmyk => PixelType::U8x4,
    };
    let source =
        Image::from_slice_u8(picture.width, picture.height, &mut picture.pixels, kind).map_err(Failure::malformed)?;
    let mut target = Image::new(width, height, kind);
    let how = how.resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    let how = how.use_alpha(picture.channels == Channels::Rgba);
    Resizer::new().resize(&source, &mut target, &how).map_err(Failure::malformed)?;
    Picture::new(target.into_vec(), picture.channels, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_does_not_bleed_out_of_transparent_pixels() -> Result<(), Failure> {
        let red_beside_clear_green = [[255, 0, 0, 255], [0, 255, 0, 0]].concat().repeat(32 * 64);
        let picture = Picture::new(red_beside_clear_green, Channels::Rgba, 64, 64)?;
        let small = into_bounds(picture, Bounds::square(8))?;
        assert!(small.pixels.chunks_exact(4).all(|pixel| pixel[0] > 250 && pixel[1] < 5), "green bled in");
        Ok(())
    }
}
