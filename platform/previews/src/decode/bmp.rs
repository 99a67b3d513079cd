//! The rarer forms of bitmaps: OS/2's long headers, rows from the top with run lengths, and a JPEG or PNG inside. Each
//! is converted into the form that the decoder reads.

use std::io::Cursor;

use image::ImageFormat;

use super::{Budget, Drawn, jpeg, raster};
use crate::failure::Failure;

/// The longest header that differs from Windows' only after its first 40 bytes.
const OS2: std::ops::RangeInclusive<usize> = 41..=64;
const WINDOWS: usize = 40;

pub(super) fn decode(source: Vec<u8>, budget: &Budget) -> Result<Drawn, Failure> {
    let number =
        |at: usize| source.get(at..at + 4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let (header, pixels) = (number(14).unwrap_or(0) as usize, number(10).unwrap_or(0) as usize);
    let packing = if header >= WINDOWS { number(30).unwrap_or(0) } else { 0 };
    match packing {
        4 | 5 if !OS2.contains(&header) => {
            let inner =
                source.get(pixels..).ok_or_else(|| Failure::malformed("a bitmap's content is missing"))?.to_vec();
            return if packing == 4 {
                jpeg::decode_bytes(inner, budget)
            } else {
                raster::decode(Cursor::new(inner), ImageFormat::Png, budget)
            };
        }
        _ => {}
    }
    let from_top = matches!(packing, 1 | 2) && number(22).is_some_and(|height| (height as i32) < 0);
    let mut plain = source;
    if OS2.contains(&header) && !matches!(header, 52 | 56) {
        plain = as_windows(&plain, header);
    }
    if header == WINDOWS {
        point_behind_palette(&mut plain);
    }
    if from_top && let Some(height) = plain.get_mut(22..26) {
        let upwards = i32::from_le_bytes([height[0], height[1], height[2], height[3]]).unsigned_abs();
        height.copy_from_slice(&upwards.to_le_bytes());
    }
    let mut drawn = raster::decode(Cursor::new(plain), ImageFormat::Bmp, budget)?;
    if from_top {
        drawn.orientation = 4;
    }
    Ok(drawn)
}

/// The file with a header of 40 bytes, and its offsets moved by what was cut out.
fn as_windows(source: &[u8], header: usize) -> Vec<u8> {
    let cut = header - WINDOWS;
    let mut plain = [source.get(..14 + WINDOWS).unwrap_or(source), source.get(14 + header..).unwrap_or(&[])].concat();
    for (at, value) in [(10, None), (14, Some(WINDOWS as u32))] {
        if let Some(four) = plain.get_mut(at..at + 4) {
            let moved = u32::from_le_bytes([four[0], four[1], four[2], four[3]]).saturating_sub(cut as u32);
            four.copy_from_slice(&value.unwrap_or(moved).to_le_bytes());
        }
    }
    plain
}

/// Some writers claim that the pixels begin where the palette does.
fn point_behind_palette(plain: &mut [u8]) {
    let (Some(bits), Some(colours)) = (plain.get(28..30), plain.get(46..50)) else { return };
    let bits = u16::from_le_bytes([bits[0], bits[1]]);
    let colours = u32::from_le_bytes([colours[0], colours[1], colours[2], colours[3]]);
    if !matches!(bits, 1 | 4 | 8) || colours > 256 {
        return;
    }
    let colours = if colours == 0 { 1 << bits } else { colours };
    let first = (14 + WINDOWS) as u32;
    let said = u32::from_le_bytes([plain[10], plain[11], plain[12], plain[13]]);
    if said <= first && (first + 4 * colours) < plain.len() as u32 {
        plain[10..14].copy_from_slice(&(first + 4 * colours).to_le_bytes());
    }
}
