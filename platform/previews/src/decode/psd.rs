//! Photoshop files, by the merged picture at their end: plane by plane, plain or in PackBits.

use super::tiff::pack_bits;
use super::{Budget, Drawn, Facts};
use crate::failure::Failure;
use crate::lab::{self, Light};
use crate::picture::{Channels, Picture};
use crate::rights::Rights;

const GREY: u16 = 1;
const INDEXED: u16 = 2;
const RGB: u16 = 3;
const CMYK: u16 = 4;
const DUOTONE: u16 = 8;
const LAB: u16 = 9;

struct Header {
    channels: usize,
    width: usize,
    height: usize,
    bits: u16,
    mode: u16,
    /// Photoshop's large documents have longer numbers.
    large: bool,
}

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    let header = header(source)?;
    budget.admit(header.width as u64, header.height as u64)?;
    let used = match header.mode {
        GREY | INDEXED | DUOTONE | 0 => 1,
        RGB | LAB => 3,
        CMYK => 4,
        _ => return Err(Failure::Unsupported),
    };
    if header.channels < used {
        return Err(Failure::malformed("a Photoshop file has too few channels"));
    }
    let (palette, at) = block(source, 26, 4)?;
    let (resources, at) = block(source, at, 4)?;
    let (layers, at) = block(source, at, if header.large { 8 } else { 4 })?;
    // A negative number of layers means that the first channel after the colours is the picture's transparency.
    let merged_alpha = layers.get(if header.large { 8 } else { 4 }).is_some_and(|count| *count & 0x80 != 0);
    let has_alpha = merged_alpha && header.channels > used && used != 4;
    if !matches!(header.bits, 1 | 8 | 16 | 32) {
        return Err(Failure::Unsupported);
    }
    // The planes as they are stored, in bytes, and the picture.
    let bytes_of_pixel = (used + 1) * (usize::from(header.bits).div_ceil(8) + 2);
    if (header.width * header.height * bytes_of_pixel) as u64 > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let planes = planes(source, at, &header, used + usize::from(has_alpha))?;
    let picture = picture(&header, palette, &planes, has_alpha)?;
    let (width, height) = (header.width as u32, header.height as u32);
    let rights = resource(resources, 1058).and_then(Rights::of_exif);
    let facts = Facts { width, height, rights, ..Facts::default() };
    Ok(Drawn { picture, facts, orientation: 1, icc: resource(resources, 1039).map(<[u8]>::to_vec) })
}

fn broken() -> Failure {
    Failure::malformed("not a readable Photoshop file")
}

fn number(source: &[u8], at: usize, size: usize) -> Result<usize, Failure> {
    let bytes = source.get(at..at.saturating_add(size)).ok_or_else(broken)?;
    Ok(bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

fn header(source: &[u8]) -> Result<Header, Failure> {
    if !source.starts_with(b"8BPS") {
        return Err(broken());
    }
    let read = |at, size| number(source, at, size);
    Ok(Header {
        large: read(4, 2)? == 2,
        channels: read(12, 2)?,
        height: read(14, 4)?,
        width: read(18, 4)?,
        bits: read(22, 2)? as u16,
        mode: read(24, 2)? as u16,
    })
}

/// A block that begins with its length, and the rest after it.
fn block(source: &[u8], at: usize, size: usize) -> Result<(&[u8], usize), Failure> {
    let length = number(source, at, size)?;
    let from = at + size;
    let to = from.checked_add(length).ok_or_else(broken)?;
    Ok((source.get(from..to).ok_or_else(broken)?, to))
}

fn resource(resources: &[u8], wanted: usize) -> Option<&[u8]> {
    let mut at = 0;
    while resources.get(at..at + 4)? == b"8BIM" {
        let id = number(resources, at + 4, 2).ok()?;
        let name = number(resources, at + 6, 1).ok()?;
        let from = at + 6 + (name + 2) / 2 * 2;
        let length = number(resources, from, 4).ok()?;
        let body = resources.get(from + 4..from.checked_add(4)?.checked_add(length)?)?;
        if id == wanted {
            return Some(body);
        }
        at = from + 4 + length.div_ceil(2) * 2;
    }
    None
}

/// The first `count` planes of the merged picture, in 8 bits.
fn planes(source: &[u8], at: usize, header: &Header, count: usize) -> Result<Vec<Vec<u8>>, Failure> {
    let row = (header.width * usize::from(header.bits)).div_ceil(8);
    let packing = number(source, at, 2)?;
    let body = source.get(at + 2..).ok_or_else(broken)?;
    let bytes: Vec<Vec<u8>> = match packing {
        0 => (0..count)
            .map(|plane| {
                let from = plane * row * header.height;
                body.get(from.min(body.len())..(from + row * header.height).min(body.len())).unwrap_or(&[]).to_vec()
            })
            .collect(),
        1 => {
            let size = if header.large { 4 } else { 2 };
            let mut from = header.channels * header.height * size;
            let mut planes = Vec::with_capacity(count);
            for plane in 0..count {
                let mut bytes = Vec::with_capacity(row * header.height);
                for line in 0..header.height {
                    let length = number(body, (plane * header.height + line) * size, size)?;
                    let packed = body.get(from.min(body.len())..(from + length).min(body.len())).unwrap_or(&[]);
                    let mut line = pack_bits(packed, row);
                    line.resize(row, 0);
                    bytes.extend(line);
                    from += length;
                }
                planes.push(bytes);
            }
            planes
        }
        _ => return Err(Failure::Unsupported),
    };
    bytes.into_iter().map(|plane| eight_bits(plane, header, row)).collect()
}

fn eight_bits(mut plane: Vec<u8>, header: &Header, row: usize) -> Result<Vec<u8>, Failure> {
    plane.resize(row * header.height, 0);
    Ok(match header.bits {
        // A set bit is black.
        1 => plane
            .chunks_exact(row)
            .flat_map(|line| (0..header.width).map(move |x| if line[x / 8] >> (7 - x % 8) & 1 == 1 { 0 } else { 255 }))
            .collect(),
        8 => plane,
        16 => plane.chunks_exact(2).map(|pair| pair[0]).collect(),
        32 => plane
            .chunks_exact(4)
            .map(|four| {
                let linear = f32::from_be_bytes([four[0], four[1], four[2], four[3]]).clamp(0.0, 1.0);
                (linear.powf(1.0 / 2.2) * 255.0).round() as u8
            })
            .collect(),
        _ => return Err(Failure::Unsupported),
    })
}

fn picture(header: &Header, palette: &[u8], planes: &[Vec<u8>], has_alpha: bool) -> Result<Picture, Failure> {
    let (width, height) = (header.width as u32, header.height as u32);
    let at = |plane: usize, n: usize| planes.get(plane).and_then(|plane| plane.get(n)).copied().unwrap_or(0);
    let all = 0..header.width * header.height;
    let (colours, channels): (Vec<u8>, _) = match header.mode {
        RGB => (all.clone().flat_map(|n| [at(0, n), at(1, n), at(2, n)]).collect(), Channels::Rgb),
        // Photoshop stores light, not ink.
        CMYK => (all.clone().flat_map(|n| [0, 1, 2, 3].map(|ink| 255 - at(ink, n))).collect(), Channels::Cmyk),
        LAB => {
            let value = |plane, n| f32::from(at(plane, n));
            let rgb = |n| lab::to_srgb(value(0, n) / 2.55, value(1, n) - 128.0, value(2, n) - 128.0, Light::D50);
            (all.clone().flat_map(rgb).collect(), Channels::Rgb)
        }
        INDEXED => {
            let colour = |n| {
                let index = usize::from(at(0, n));
                [0, 256, 512].map(|from| palette.get(from + index).copied().unwrap_or(0))
            };
            (all.clone().flat_map(colour).collect(), Channels::Rgb)
        }
        _ => (all.clone().map(|n| at(0, n)).collect(), Channels::Grey),
    };
    let picture = Picture::new(colours, channels, width, height)?;
    Ok(if has_alpha { picture.with_alpha(planes.last().map_or(&[], Vec::as_slice)) } else { picture })
}
