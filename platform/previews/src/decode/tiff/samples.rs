//! From packed bits to one byte a sample.

use super::Layout;
use super::directory::number;

pub(super) fn bytes_of_row(layout: &Layout) -> usize {
    (layout.chunk_width * layout.chunk_samples * layout.bits as usize).div_ceil(8)
}

/// Each value was written as its difference from the one before it in its row.
pub(super) fn unpredict(bytes: &mut [u8], layout: &Layout, little: bool) {
    let (row, step) = (bytes_of_row(layout), layout.chunk_samples);
    for line in bytes.chunks_exact_mut(row.max(1)) {
        match (layout.predictor, layout.bits) {
            (2, 8) => (step..line.len()).for_each(|at| line[at] = line[at].wrapping_add(line[at - step])),
            (2, 16) => sum_words(line, step, 2, little),
            (2, 32) => sum_words(line, step, 4, little),
            (3, bits) => unpredict_floats(line, step, bits as usize / 8, little),
            _ => {}
        }
    }
}

fn sum_words(line: &mut [u8], step: usize, size: usize, little: bool) {
    for at in (step * size..line.len().saturating_sub(size - 1)).step_by(size) {
        let (Some(now), Some(before)) = (number(line, little, at, size), number(line, little, at - step * size, size))
        else {
            return;
        };
        let sum = now.wrapping_add(before).to_le_bytes();
        for byte in 0..size {
            line[at + byte] = sum[if little { byte } else { size - 1 - byte }];
        }
    }
}

/// The bytes of a row's floats lie plane by plane, the most significant first, as differences.
fn unpredict_floats(line: &mut [u8], step: usize, size: usize, little: bool) {
    (step..line.len()).for_each(|at| line[at] = line[at].wrapping_add(line[at - step]));
    let planes = line.to_vec();
    let count = planes.len() / size.max(1);
    for at in 0..count {
        for byte in 0..size {
            line[at * size + if little { size - 1 - byte } else { byte }] = planes[byte * count + at];
        }
    }
}

/// Whole rows of `chunk_width × chunk_samples` bytes. An index keeps its value, all else is scaled.
pub(super) fn to_eight_bits(bytes: &[u8], layout: &Layout, little: bool, indexed: bool) -> Vec<u8> {
    let (row, count) = (bytes_of_row(layout), layout.chunk_width * layout.chunk_samples);
    let mut samples = Vec::with_capacity(count * layout.chunk_height);
    for line in bytes.chunks_exact(row.max(1)) {
        match (layout.format, layout.bits) {
            (3, 16 | 32 | 64) => {
                samples.extend((0..count).map(|at| from_float(line, little, at, layout.bits as usize / 8)))
            }
            (_, 8) => samples.extend(line[..count].iter().map(|value| signed(layout, *value))),
            (_, 16 | 32 | 64) => {
                let size = layout.bits as usize / 8;
                let most = |at: usize| if little { line[at * size + size - 1] } else { line[at * size] };
                samples.extend((0..count).map(|at| signed(layout, most(at))));
            }
            (_, bits) => samples.extend((0..count).map(|at| from_bits(line, at, bits, indexed))),
        }
    }
    samples
}

/// Whole rows of L*a*b* as 0 to 255 for L* and 128 for neutral a* and b*, as ICC profiles count. In CIE's encoding a*
/// and b* are signed and L* is not, whatever the file says of its samples.
pub(super) fn lab_to_eight_bits(bytes: &[u8], layout: &Layout, little: bool, plane: usize, cie: bool) -> Vec<u8> {
    let (row, count) = (bytes_of_row(layout), layout.chunk_width * layout.chunk_samples);
    let size = layout.bits as usize / 8;
    let mut samples = Vec::with_capacity(count * layout.chunk_height);
    for line in bytes.chunks_exact(row.max(1)) {
        samples.extend((0..count).map(|at| {
            let channel = plane + at % layout.chunk_samples;
            let raw = number(line, little, at * size, size).unwrap_or(0);
            // For samples finer than a byte, 255 is the maximum in ICC's encoding, and slightly more in CIE's.
            let of_bytes = |raw: u64| (raw as f64 / 256_f64.powi(size as i32 - 1)) as f32;
            let value = match (channel, layout.format) {
                (0, 3) => float(raw, size) * 2.55,
                (1 | 2, 3) => float(raw, size) + 128.0,
                (_, 3) => float(raw, size) * 255.0,
                (1 | 2, _) if cie => of_bytes(raw ^ (0x80 << (8 * (size - 1)))),
                (0, _) if cie && size > 1 => of_bytes(raw) * (255.0 / 256.0),
                _ => of_bytes(raw),
            };
            value.round().clamp(0.0, 255.0) as u8
        }));
    }
    samples
}

fn signed(layout: &Layout, value: u8) -> u8 {
    if layout.format == 2 { value ^ 0x80 } else { value }
}

fn from_bits(line: &[u8], at: usize, bits: u32, indexed: bool) -> u8 {
    let first = at * bits as usize;
    let value = (first..first + bits as usize)
        .fold(0_u64, |sum, bit| sum << 1 | line.get(bit / 8).map_or(0, |byte| u64::from(byte >> (7 - bit % 8) & 1)));
    if indexed {
        return value.min(255) as u8;
    }
    (value * 255 / ((1_u64 << bits.min(32)) - 1)) as u8
}

fn from_float(line: &[u8], little: bool, at: usize, size: usize) -> u8 {
    let value = float(number(line, little, at * size, size).unwrap_or(0), size);
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn float(raw: u64, size: usize) -> f32 {
    match size {
        2 => half(raw as u16),
        4 => f32::from_bits(raw as u32),
        _ => f64::from_bits(raw) as f32,
    }
}

fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    let value =
        if exponent == 0 { fraction * 2_f32.powi(-24) } else { (1.0 + fraction / 1024.0) * 2_f32.powi(exponent - 15) };
    if bits >> 15 == 1 { -value } else { value }
}

/// Blocks of `across × down` lights and one pair of colours, as full Y, Cb, Cr pixels.
pub(super) fn upsampled(bytes: &[u8], (across, down): (usize, usize), layout: &Layout) -> Vec<u8> {
    let (width, height) = (layout.chunk_width, layout.chunk_height);
    let mut samples = vec![0; width * height * 3];
    let blocks = width.div_ceil(across);
    for (number, block) in bytes.chunks_exact(across * down + 2).enumerate() {
        let (left, top) = (number % blocks * across, number / blocks * down);
        for (at, light) in block[..across * down].iter().enumerate() {
            let (x, y) = (left + at % across, top + at / across);
            if x < width && y < height {
                let to = (y * width + x) * 3;
                samples[to..to + 3].copy_from_slice(&[*light, block[across * down], block[across * down + 1]]);
            }
        }
    }
    samples
}
