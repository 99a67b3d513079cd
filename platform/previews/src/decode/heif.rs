//! HEIC, as phones write it: decoded upright, in 8 bits, with its transparency.

use hpvcd::{CleanAperture, DecodeError, DecodeThreads, Decoder, HeicSettings, ImageBuffer, Orientation, SampleBuf};

use super::{Budget, Drawn, Facts};
use crate::exif;
use crate::failure::Failure;
use crate::picture::{Channels, Picture};
use crate::rights::Rights;

/// Bytes per pixel of the decoded luma and chroma, and of the picture.
const BYTES_OF_PIXEL: u64 = 6;

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    // Never the default first: it starts as many threads as the machine has cores, which does not fit in the child's
    // memory.
    let settings = HeicSettings { threads: DecodeThreads::Fixed(1), decode_gain_map: false, ..HeicSettings::default() };
    let decoder = Decoder::from_settings(settings).with_max_pixels(budget.max_pixels);
    let about = decoder.read_info(source).map_err(refused)?;
    budget.admit(about.width.into(), about.height.into())?;
    if u64::from(about.width) * u64::from(about.height) * BYTES_OF_PIXEL > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let decoded = decoder.decode(source).map_err(refused)?;
    let (width, height, bits) = (decoded.width, decoded.height, decoded.bit_depth.bits());
    let (pixels, grey) = match decoded.pixels {
        ImageBuffer::Luma8(values) => (values, true),
        ImageBuffer::Luma16(values) => (narrowed(&values, bits), true),
        ImageBuffer::Rgb8(values) => (values, false),
        ImageBuffer::Rgb16(values) => (narrowed(&values, bits), false),
    };
    let picture = Picture::new(pixels, if grey { Channels::Grey } else { Channels::Rgb }, width, height)?;
    let picture = match decoded.alpha {
        None => picture,
        Some(SampleBuf::U8(alpha)) => picture.with_alpha(&alpha),
        Some(SampleBuf::U16(alpha)) => picture.with_alpha(&narrowed(&alpha, bits)),
    };
    let picture = match about.clean_aperture {
        Some(aperture) => cropped(picture, &aperture, about.orientation)?,
        None => picture,
    };
    let (width, height) = (picture.width, picture.height);
    let written = decoded.exif.as_deref();
    let (taken_at, rights) = (written.and_then(exif::taken_at), written.and_then(Rights::of_exif));
    let facts = Facts { width, height, taken_at, rights, ..Facts::default() };
    Ok(Drawn { picture, facts, orientation: 1, icc: decoded.color.icc })
}

/// The visible part of a picture that is upright already: the aperture is stated for the stored picture.
fn cropped(picture: Picture, aperture: &CleanAperture, turned: Orientation) -> Result<Picture, Failure> {
    let (Some(wide), Some(high)) = (aperture.width_pixels(), aperture.height_pixels()) else { return Ok(picture) };
    let lies = matches!(
        turned,
        Orientation::Transpose | Orientation::Rotate90 | Orientation::Transverse | Orientation::Rotate270
    );
    let (width, height) = (i64::from(picture.width), i64::from(picture.height));
    let (stored_width, stored_height) = if lies { (height, width) } else { (width, height) };
    let shift = |by: i32, unit: u32| if unit == 0 { 0 } else { i64::from(by) / i64::from(unit) };
    let left = (stored_width - i64::from(wide)) / 2 + shift(aperture.horiz_off_n, aperture.horiz_off_d);
    let top = (stored_height - i64::from(high)) / 2 + shift(aperture.vert_off_n, aperture.vert_off_d);
    let (right, bottom) = (stored_width - left - i64::from(wide), stored_height - top - i64::from(high));
    let (left, top, wide, high) = match turned {
        Orientation::Normal => (left, top, wide, high),
        Orientation::FlipH => (right, top, wide, high),
        Orientation::Rotate180 => (right, bottom, wide, high),
        Orientation::FlipV => (left, bottom, wide, high),
        Orientation::Transpose => (top, left, high, wide),
        Orientation::Rotate90 => (bottom, left, high, wide),
        Orientation::Transverse => (bottom, right, high, wide),
        Orientation::Rotate270 => (top, right, high, wide),
    };
    let fits = left >= 0 && top >= 0 && left + i64::from(wide) <= width && top + i64::from(high) <= height;
    if !fits || wide == 0 || high == 0 {
        return Ok(picture);
    }
    let step = picture.channels.count();
    let (from, length) = (left as usize * step, wide as usize * step);
    let rows = picture.pixels.chunks_exact(picture.width as usize * step).skip(top as usize).take(high as usize);
    let pixels = rows.flat_map(|row| &row[from..from + length]).copied().collect();
    Picture::new(pixels, picture.channels, wide, high)
}

fn narrowed(values: &[u16], bits: u8) -> Vec<u8> {
    values.iter().map(|value| (value >> bits.saturating_sub(8)).min(255) as u8).collect()
}

fn refused(error: DecodeError) -> Failure {
    match error {
        DecodeError::LimitExceeded { .. } | DecodeError::AllocationFailed { .. } => Failure::TooLarge,
        DecodeError::Unsupported(_)
        | DecodeError::UnsupportedItemType(_)
        | DecodeError::UnsupportedChroma(_)
        | DecodeError::UnsupportedBitDepth(_) => Failure::Unsupported,
        other => Failure::malformed(other),
    }
}
