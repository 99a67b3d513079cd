//! JPEG, decoded at one to eight eighths of its size: the decoder skips what a preview would average away. Files that
//! libjpeg refuses go to the second decoder.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::ImageFormat;
use mozjpeg::{ColorSpace, DctMethod, Decompress, Marker};

use super::{Budget, Drawn, Facts, raster};
use crate::exif;
use crate::failure::Failure;
use crate::picture::{Channels, Picture};
use crate::rights::Rights;

const BUFFER: usize = 256 * 1024;
const EXIF: &[u8] = b"Exif\0\0";
const ICC: &[u8] = b"ICC_PROFILE\0";

pub(super) fn decode(input: File, budget: &Budget) -> Result<Drawn, Failure> {
    let mut again = input.try_clone().map_err(Failure::unavailable)?;
    match scaled(BufReader::with_capacity(BUFFER, input), budget) {
        Ok(drawn) => Ok(drawn),
        Err(Failure::Malformed(_)) => {
            again.rewind().map_err(Failure::unavailable)?;
            raster::decode(BufReader::new(again), ImageFormat::Jpeg, budget)
        }
        Err(other) => Err(other),
    }
}

/// A JPEG inside another file.
pub(super) fn decode_bytes(source: Vec<u8>, budget: &Budget) -> Result<Drawn, Failure> {
    scaled(Cursor::new(source), budget)
}

/// libjpeg reports a fatal error by unwinding; the panic hook is not run for it.
fn scaled(reader: impl BufRead, budget: &Budget) -> Result<Drawn, Failure> {
    catch_unwind(AssertUnwindSafe(|| read(reader, budget))).unwrap_or_else(|payload| {
        let reason = payload.downcast_ref::<String>().map_or("libjpeg gave up", String::as_str);
        Err(Failure::malformed(reason))
    })
}

fn read(reader: impl BufRead, budget: &Budget) -> Result<Drawn, Failure> {
    let markers = [Marker::APP(1), Marker::APP(2)];
    let mut jpeg = Decompress::with_markers(&markers).from_reader(reader).map_err(Failure::malformed)?;
    let (width, height) = (jpeg.width() as u32, jpeg.height() as u32);
    budget.admit(width.into(), height.into())?;
    let exif_chunk = jpeg.markers().find_map(|marker| marker.data.strip_prefix(EXIF).map(<[u8]>::to_vec));
    let icc = icc(jpeg.markers().filter_map(|marker| marker.data.strip_prefix(ICC)));

    jpeg.scale(eighths((width, height), budget.wanted.fit(width, height)));
    jpeg.dct_method(if budget.wanted.is_exact() { DctMethod::IntegerSlow } else { DctMethod::IntegerFast });
    let picture = match jpeg.color_space() {
        mozjpeg::ColorSpace::JCS_GRAYSCALE => pixels(jpeg.grayscale(), Channels::Grey, budget)?,
        mozjpeg::ColorSpace::JCS_CMYK | mozjpeg::ColorSpace::JCS_YCCK => {
            inked(pixels(jpeg.to_colorspace(ColorSpace::JCS_CMYK), Channels::Cmyk, budget)?)
        }
        _ => pixels(jpeg.rgb(), Channels::Rgb, budget)?,
    };
    let written = exif_chunk.as_deref();
    let (taken_at, rights) = (written.and_then(exif::taken_at), written.and_then(Rights::of_exif));
    let facts = Facts { width, height, taken_at, rights, ..Facts::default() };
    let orientation = exif_chunk.as_deref().map_or(1, exif::orientation);
    Ok(Drawn { picture, facts, orientation, icc })
}

fn pixels<R: BufRead>(
    started: std::io::Result<mozjpeg::decompress::DecompressStarted<R>>,
    channels: Channels,
    budget: &Budget,
) -> Result<Picture, Failure> {
    let mut started = started.map_err(Failure::malformed)?;
    if started.min_flat_buffer_size() as u64 > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let (width, height) = (started.width() as u32, started.height() as u32);
    let pixels = started.read_scanlines::<u8>().map_err(Failure::malformed)?;
    Picture::new(pixels, channels, width, height)
}

/// The smallest n with n/8 of both sides still at least the wanted ones.
fn eighths(own: (u32, u32), wanted: (u32, u32)) -> u8 {
    let covers = |n: u64, own: u32, wanted: u32| (u64::from(own) * n).div_ceil(8) >= u64::from(wanted);
    (1..8).find(|n| covers(*n, own.0, wanted.0) && covers(*n, own.1, wanted.1)).unwrap_or(8) as u8
}

/// Adobe's CMYK is inverted, and so are all CMYK JPEGs in practice: 255 is no ink.
fn inked(cmyk: Picture) -> Picture {
    Picture { pixels: cmyk.pixels.iter().map(|light| 255 - light).collect(), ..cmyk }
}

/// Chunks carry `number, count` first; a profile with a missing chunk is no profile.
fn icc<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Option<Vec<u8>> {
    let mut chunks: Vec<_> = chunks.filter(|chunk| chunk.len() > 2).collect();
    chunks.sort_by_key(|chunk| chunk[0]);
    let complete = chunks.iter().enumerate().all(|(at, chunk)| usize::from(chunk[0]) == at + 1);
    let counted = chunks.first().is_some_and(|first| usize::from(first[1]) == chunks.len());
    (complete && counted).then(|| chunks.iter().flat_map(|chunk| &chunk[2..]).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_the_smallest_that_still_covers_both_sides() {
        assert_eq!(eighths((4000, 3000), (400, 300)), 1);
        assert_eq!(eighths((4000, 3000), (1280, 960)), 3);
        assert_eq!(eighths((4000, 3000), (400, 376)), 2);
        assert_eq!(eighths((4000, 3000), (4000, 3000)), 8);
    }

    #[test]
    fn a_profile_is_joined_in_order_and_only_when_whole() {
        assert_eq!(icc([&[2, 2, 9][..], &[1, 2, 7, 8]].into_iter()), Some(vec![7, 8, 9]));
        assert_eq!(icc([&[2, 2, 9][..]].into_iter()), None);
        assert_eq!(icc(std::iter::empty()), None);
    }
}
