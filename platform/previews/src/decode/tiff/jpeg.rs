//! JPEG inside TIFF, of both kinds: the new one, whose tables are written once for all chunks, and the old one, whose
//! parts lie all over the file.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mozjpeg::{ColorSpace, Decompress};

use super::Layout;
use super::directory::Directory;
use crate::failure::Failure;

const BEGINNING: [u8; 2] = [0xff, 0xd8];

pub(super) fn read(source: &[u8], directory: &Directory, layout: &Layout, packed: &[u8]) -> Result<Vec<u8>, Failure> {
    let stream =
        if layout.compression == 6 { old(source, directory, packed) } else { joined(source, directory, packed) };
    let decoded = catch_unwind(AssertUnwindSafe(|| decode(&stream, layout)));
    let (width, height, samples) =
        decoded.unwrap_or_else(|_| Err(Failure::malformed("a JPEG strip cannot be read")))?;
    Ok(fitted(&samples, width, height, layout))
}

/// The tables without their end, then the chunk without its beginning.
fn joined(source: &[u8], directory: &Directory, packed: &[u8]) -> Vec<u8> {
    match directory.bytes(source, 347) {
        Some(tables) if tables.len() > 4 => [&tables[..tables.len() - 2], packed.get(2..).unwrap_or(&[])].concat(),
        _ => packed.to_vec(),
    }
}

/// The stream of the old kind that holds the whole picture, whatever the strips say: some writers name none, or
/// positions within it.
pub(super) fn whole<'s>(source: &'s [u8], directory: &Directory) -> Option<&'s [u8]> {
    let has_own = directory.chunks() > 1 && directory.chunk(source, 0).starts_with(&BEGINNING);
    let stream = interchanged(source, directory);
    (directory.number(259, 1) == 6 && !has_own && holds_pixels(stream)).then_some(stream)
}

/// The bytes that the tags of the old kind point to; without a length, all the rest.
fn interchanged<'s>(source: &'s [u8], directory: &Directory) -> &'s [u8] {
    let from = directory.number(513, 0) as usize;
    let length = directory.number(514, u64::MAX) as usize;
    if from == 0 { &[] } else { source.get(from..from.saturating_add(length).min(source.len())).unwrap_or(&[]) }
}

/// Whether more than an end marker follows the markers before the pixels.
fn holds_pixels(stream: &[u8]) -> bool {
    let Some(mut rest) = stream.strip_prefix(&BEGINNING) else { return false };
    while let [0xff, marker, high, low, ..] = *rest {
        // A byte of filling before a marker.
        if marker == 0xff {
            rest = &rest[1..];
            continue;
        }
        let Some(after) = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..) else { return false };
        if marker == 0xda {
            return after.len() > 2;
        }
        rest = after;
    }
    false
}

/// A whole stream if there is one; else the headers and the pixels joined.
fn old(source: &[u8], directory: &Directory, packed: &[u8]) -> Vec<u8> {
    if let Some(stream) = whole(source, directory) {
        return stream.to_vec();
    }
    if packed.starts_with(&BEGINNING) { packed.to_vec() } else { [interchanged(source, directory), packed].concat() }
}

/// Requests the colour space that libjpeg assumes, so that it converts nothing: the directory states the colours.
fn decode(stream: &[u8], layout: &Layout) -> Result<(usize, usize, Vec<u8>), Failure> {
    let jpeg = Decompress::new_mem(stream).map_err(Failure::malformed)?;
    let space = jpeg.color_space();
    let raw = if space == ColorSpace::JCS_RGB { ColorSpace::JCS_RGB } else { ColorSpace::JCS_YCbCr };
    let started = match layout.chunk_samples {
        1 => jpeg.to_colorspace(ColorSpace::JCS_GRAYSCALE),
        3 => jpeg.to_colorspace(raw),
        4 => jpeg.to_colorspace(ColorSpace::JCS_CMYK),
        _ => return Err(Failure::Unsupported),
    };
    let mut started = started.map_err(Failure::malformed)?;
    let (width, height) = (started.width(), started.height());
    if width.saturating_mul(height) > (layout.width + layout.chunk_width) * (layout.height + layout.chunk_height) {
        return Err(Failure::malformed("a JPEG strip is larger than its place"));
    }
    if started.min_flat_buffer_size() as u64 > layout.max_bytes / 2 {
        return Err(Failure::TooLarge);
    }
    let samples = started.read_scanlines::<u8>().map_err(Failure::malformed)?;
    Ok((width, height, samples))
}

/// A stream is as wide as its tile, or as the picture; rows are put where the chunk's are.
fn fitted(samples: &[u8], width: usize, height: usize, layout: &Layout) -> Vec<u8> {
    let step = layout.chunk_samples;
    let mut chunk = vec![0; layout.chunk_width * layout.chunk_height * step];
    let columns = width.min(layout.chunk_width) * step;
    for row in 0..height.min(layout.chunk_height) {
        let (Some(line), to) =
            (samples.get(row * width * step..row * width * step + columns), row * layout.chunk_width * step)
        else {
            break;
        };
        chunk[to..to + columns].copy_from_slice(line);
    }
    chunk
}
