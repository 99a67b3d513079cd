//! Resampling, never upwards.

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

fn to_size(mut picture: Picture, (width, height): (u32, u32)) -> Result<Picture, Failure> {
    if (width, height) == (picture.width, picture.height) {
        return Ok(picture);
    }
    let kind = match picture.channels {
        Channels::Grey => PixelType::U8,
        Channels::Rgb => PixelType::U8x3,
        Channels::Rgba | Channels::Cmyk => PixelType::U8x4,
    };
    let source =
        Image::from_slice_u8(picture.width, picture.height, &mut picture.pixels, kind).map_err(Failure::malformed)?;
    let mut target = Image::new(width, height, kind);
    let how = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
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
