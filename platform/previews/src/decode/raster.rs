//! PNG, GIF (first frame), WebP, BMP, TGA, icons, and files that other decoders refused: decoded whole, within the
//! budget.

use std::io::{BufRead, Seek};

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::{Budget, Drawn, Facts};
use crate::exif;
use crate::failure::Failure;
use crate::picture::{Channels, Picture};
use crate::rights::Rights;

pub(super) fn decode(input: impl BufRead + Seek, format: ImageFormat, budget: &Budget) -> Result<Drawn, Failure> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(budget.max_bytes);
    let mut reader = ImageReader::with_format(input, format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;

    let (width, height) = decoder.dimensions();
    budget.admit(width.into(), height.into())?;
    if decoder.total_bytes() > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    // Broken metadata is ignored; the picture is still drawn.
    let written = decoder.exif_metadata().ok().flatten();
    // Some writers of WebP begin the chunk like a JPEG's.
    let bare = written.as_deref().map(|raw| raw.strip_prefix(b"Exif\0\0").unwrap_or(raw));
    let (taken_at, rights) = (bare.and_then(exif::taken_at), bare.and_then(Rights::of_exif));
    let orientation = match bare {
        Some(raw) => exif::orientation(raw),
        None => decoder.orientation().map_or(1, |orientation| orientation.to_exif()),
    };
    let icc = decoder.icc_profile().ok().flatten();
    let picture = eight_bits(DynamicImage::from_decoder(decoder).map_err(refused)?)?;
    Ok(Drawn { picture, facts: Facts { width, height, taken_at, rights, ..Facts::default() }, orientation, icc })
}

fn eight_bits(image: DynamicImage) -> Result<Picture, Failure> {
    let (width, height) = (image.width(), image.height());
    let alpha = image.color().has_alpha();
    let (pixels, channels) = match image {
        DynamicImage::ImageLuma8(grey) => (grey.into_raw(), Channels::Grey),
        DynamicImage::ImageLuma16(_) => (image.into_luma8().into_raw(), Channels::Grey),
        image if alpha => (image.into_rgba8().into_raw(), Channels::Rgba),
        image => (image.into_rgb8().into_raw(), Channels::Rgb),
    };
    Picture::new(pixels, channels, width, height)
}

fn refused(error: ImageError) -> Failure {
    match error {
        ImageError::Unsupported(_) => Failure::Unsupported,
        ImageError::Limits(_) => Failure::TooLarge,
        other => Failure::malformed(other),
    }
}
