use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use crate::Channels;

/// A part of a picture, in its pixels.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// The pixels in another size; of `part`, if only that is wanted. The error says what does not fit.
pub fn resized(
    mut pixels: Vec<u8>,
    channels: Channels,
    (from, to): ((u32, u32), (u32, u32)),
    part: Option<Part>,
) -> Result<Vec<u8>, String> {
    let kind = match channels {
        Channels::Grey => PixelType::U8,
        Channels::Rgb => PixelType::U8x3,
        Channels::Rgba | Channels::Cmyk => PixelType::U8x4,
    };
    let source = Image::from_slice_u8(from.0, from.1, &mut pixels, kind).map_err(|error| error.to_string())?;
    let mut target = Image::new(to.0, to.1, kind);
    let mut how = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    if let Some(Part { left, top, width, height }) = part {
        how = how.crop(left, top, width, height);
    }
    let how = how.use_alpha(channels == Channels::Rgba);
    Resizer::new().resize(&source, &mut target, &how).map_err(|error| error.to_string())?;
    Ok(target.into_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_does_not_bleed_out_of_transparent_pixels() {
        let red_beside_clear_green = [[255, 0, 0, 255], [0, 255, 0, 0]].concat().repeat(32 * 64);
        let small = resized(red_beside_clear_green, Channels::Rgba, ((64, 64), (8, 8)), None);
        let small = small.unwrap_or_default();
        assert_eq!(small.len(), 8 * 8 * 4);
        assert!(small.chunks_exact(4).all(|pixel| pixel[0] > 250 && pixel[1] < 5), "green bled in");
    }

    #[test]
    fn a_part_is_all_that_is_seen() {
        let dark_beside_light = [[0], [255]].concat().repeat(32);
        let part = Part { left: 1.0, top: 0.0, width: 1.0, height: 32.0 };
        let light = resized(dark_beside_light, Channels::Grey, ((2, 32), (1, 4)), Some(part));
        assert_eq!(light, Ok(vec![255; 4]));
    }

    #[test]
    fn pixels_that_are_missing_are_an_error() {
        assert!(resized(vec![0; 10], Channels::Rgb, ((2, 2), (1, 1)), None).is_err());
    }
}
