//! PNG by the `image` crate.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::failure::Failure;
use crate::picture::{Channels, Picture};

/// `exif` from the TIFF header on.
pub(super) fn written(picture: &Picture, exif: Option<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    match picture.channels {
        Channels::Grey => compressed(picture, ExtendedColorType::L8, exif),
        Channels::Rgb => compressed(picture, ExtendedColorType::Rgb8, exif),
        Channels::Rgba if !picture.is_opaque() => compressed(picture, ExtendedColorType::Rgba8, exif),
        Channels::Rgba | Channels::Cmyk => compressed(&picture.clone().into_rgb(), ExtendedColorType::Rgb8, exif),
    }
}

fn compressed(picture: &Picture, colours: ExtendedColorType, exif: Option<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    if let Some(exif) = exif {
        encoder.set_exif_metadata(exif).map_err(Failure::unavailable)?;
    }
    encoder.write_image(&picture.pixels, picture.width, picture.height, colours).map_err(Failure::unavailable)?;
    Ok(bytes)
}
