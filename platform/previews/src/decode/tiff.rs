//! Our own TIFF reader: the first page, in every colour model, compression and layout of print and scanning. Strips and
//! tiles become 8-bit samples, and the samples become one picture.

mod chunk;
mod colour;
mod directory;
mod jpeg;
mod samples;

use super::{Budget, Drawn, Facts};
use crate::exif;
use crate::failure::Failure;
use crate::rights::Rights;
use colour::Model;
use directory::Directory;

pub(super) use chunk::pack_bits;

/// The values that are needed to read the chunks.
pub(super) struct Layout {
    pub width: usize,
    pub height: usize,
    pub bits: u32,
    /// Samples of a pixel, and of one chunk's pixel: they differ where each sample has a plane of its own.
    pub samples: usize,
    pub chunk_samples: usize,
    pub format: u64,
    pub predictor: u64,
    pub compression: u64,
    pub chunk_width: usize,
    pub chunk_height: usize,
    pub across: usize,
    pub per_plane: usize,
    pub chunks: usize,
    /// The limit for whatever a chunk is unpacked into.
    pub max_bytes: u64,
}

/// Longer sources are not searched for their date, because that takes a copy.
const LONGEST_DATED: usize = 64 << 20;

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    let directory = Directory::first(source)?;
    let (width, height) = (directory.number(256, 0), directory.number(257, 0));
    budget.admit(width, height)?;
    let layout = layout(source, &directory, width as usize, height as usize, budget.max_bytes)?;
    // The samples, a chunk twice (packed bits and bytes), and the picture that is made of them all.
    let chunk = layout.chunk_width * layout.chunk_height * layout.chunk_samples;
    let unpacked = chunk as u64 * u64::from(layout.bits).div_ceil(8) + chunk as u64;
    if width * height * layout.samples as u64 + unpacked > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let model = Model::of(source, &directory, &layout)?;
    let dated = Some(source).filter(|source| source.len() <= LONGEST_DATED);
    let (taken_at, rights) = (dated.and_then(exif::taken_at), dated.and_then(Rights::of_exif));
    let mut pixels = vec![0; layout.width * layout.height * layout.samples];
    for number in 0..layout.chunks {
        let plane = if layout.chunk_samples < layout.samples { number / layout.per_plane } else { 0 };
        if plane >= model.used() {
            break;
        }
        let place = number % layout.per_plane;
        let (left, top) = (place % layout.across * layout.chunk_width, place / layout.across * layout.chunk_height);
        if top >= layout.height {
            continue;
        }
        let rows = layout.chunk_height.min(layout.height - top);
        let chunk = match chunk::read(source, &directory, &layout, &model, number, rows) {
            Ok(chunk) => chunk,
            Err(failure) if number == 0 => return Err(failure),
            // A hole, and the rest around it.
            Err(_) => continue,
        };
        let columns = layout.chunk_width.min(layout.width - left);
        for row in 0..rows {
            let from = row * layout.chunk_width * layout.chunk_samples;
            let Some(line) = chunk.get(from..from + columns * layout.chunk_samples) else { break };
            let to = (top + row) * layout.width + left;
            if layout.chunk_samples == layout.samples {
                pixels[to * layout.samples..][..line.len()].copy_from_slice(line);
            } else {
                for (at, sample) in line.iter().enumerate() {
                    pixels[(to + at) * layout.samples + plane] = *sample;
                }
            }
        }
    }
    let picture = model.picture(pixels, &layout)?;
    let (width, height) = (width as u32, height as u32);
    let facts = Facts { width, height, pages: pages(source), taken_at, rights, ..Facts::default() };
    let icc = directory.bytes(source, 34675).map(<[u8]>::to_vec);
    Ok(Drawn { picture, facts, orientation: directory.number(274, 1).min(8) as u8, icc })
}

/// A format for single pictures has no page count.
fn pages(source: &[u8]) -> Option<u32> {
    Some(Directory::pages(source)).filter(|pages| *pages > 1)
}

fn layout(
    source: &[u8],
    directory: &Directory,
    width: usize,
    height: usize,
    max_bytes: u64,
) -> Result<Layout, Failure> {
    let bits = directory.number(258, 1) as u32;
    let samples = directory.number(277, colour::samples_of(directory.number(262, 1))) as usize;
    if !(1..=64).contains(&bits)
        || !(1..=16).contains(&samples)
        || directory.numbers(258).iter().take(samples).any(|b| *b != u64::from(bits))
    {
        return Err(Failure::Unsupported);
    }
    let one_stream = jpeg::whole(source, directory).is_some();
    let (chunk_width, chunk_height) = if one_stream {
        (width, height)
    } else if directory.has(322) {
        (directory.number(322, 0) as usize, directory.number(323, 0) as usize)
    } else {
        (width, directory.number(278, u64::MAX).min(height as u64) as usize)
    };
    if chunk_width == 0 || chunk_height == 0 || chunk_width.saturating_mul(chunk_height) > (1 << 28) {
        return Err(Failure::malformed("a TIFF's tiles have no area"));
    }
    let across = width.div_ceil(chunk_width);
    let planar = directory.number(284, 1) == 2 && !one_stream;
    Ok(Layout {
        width,
        height,
        bits,
        samples,
        chunk_samples: if planar { 1 } else { samples },
        format: directory.number(339, 1),
        predictor: directory.number(317, 1),
        compression: directory.number(259, 1),
        chunk_width,
        chunk_height,
        across,
        per_plane: across * height.div_ceil(chunk_height),
        chunks: if one_stream { 1 } else { directory.chunks() },
        max_bytes,
    })
}
