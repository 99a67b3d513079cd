//! Icons: the largest picture of the file. A PNG inside is read as a PNG, whatever its colours.

use std::io::Cursor;

use image::ImageFormat;

use super::{Budget, Drawn, raster};
use crate::failure::Failure;

const PNG: &[u8] = b"\x89PNG";
const ENTRY: usize = 16;

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    match largest(source) {
        Some(png) if png.starts_with(PNG) => raster::decode(Cursor::new(png), ImageFormat::Png, budget),
        _ => raster::decode(Cursor::new(source), ImageFormat::Ico, budget),
    }
}

/// The bytes of the picture with the most pixels, then the most bits. A side of 0 means 256.
fn largest(source: &[u8]) -> Option<&[u8]> {
    let entries = source.get(6..)?.chunks_exact(ENTRY).take(usize::from(u16::from_le_bytes([source[4], source[5]])));
    let side = |value: u8| if value == 0 { 256 } else { usize::from(value) };
    let best = entries.max_by_key(|entry| (side(entry[0]) * side(entry[1]), entry[6]))?;
    let number = |at: usize| u32::from_le_bytes([best[at], best[at + 1], best[at + 2], best[at + 3]]) as usize;
    source.get(number(12)..number(12).checked_add(number(8))?)
}
