//! Resampling, never upwards.

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use crate::failure::Failure;
use crate::picture::{Channels, Picture};

/// `picture` with a long edge of at most `edge`; unchanged when it is small enough.
pub(crate) fn to_edge(mut picture: Picture, edge: u32) -> Result<Picture, Failure> {
    let (width, height) = fit(picture.width, picture.height, edge);
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

fn fit(width: u32, height: u32, edge: u32) -> (u32, u32) {
    let long = width.max(height);
    if long <= edge {
        return (width, height);
    }
    let scaled = |side: u32| ((f64::from(side) * f64::from(edge) / f64::from(long)).round() as u32).max(1);
    (scaled(width), scaled(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_edge_fits_and_a_thin_picture_keeps_a_pixel() {
        assert_eq!(fit(4000, 3000, 1280), (1280, 960));
        assert_eq!(fit(3000, 4000, 256), (192, 256));
        assert_eq!(fit(100, 60, 256), (100, 60));
        assert_eq!(fit(9000, 2, 256), (256, 1));
    }

    #[test]
    fn colour_does_not_bleed_out_of_transparent_pixels() -> Result<(), Failure> {
        let red_beside_clear_green = [[255, 0, 0, 255], [0, 255, 0, 0]].concat().repeat(32 * 64);
        let picture = Picture::new(red_beside_clear_green, Channels::Rgba, 64, 64)?;
        let small = to_edge(picture, 8)?;
        assert!(small.pixels.chunks_exact(4).all(|pixel| pixel[0] > 250 && pixel[1] < 5), "green bled in");
        Ok(())
    }
}
