//! One strip or tile: unpacked, its prediction undone, its samples brought to 8 bits.

use std::io::{Cursor, Read};

use hayro_ccitt::{DecodeSettings, DecoderContext, EncodingMode};

use super::colour::Model;
use super::directory::Directory;
use super::{Layout, jpeg, samples};
use crate::failure::Failure;

/// KiB of dictionary: the highest preset of `xz` takes 64 MiB.
const MOST_XZ: u32 = 80 * 1024;

/// The samples of chunk `number`, of which `rows` rows lie in the picture.
pub(super) fn read(
    source: &[u8],
    directory: &Directory,
    layout: &Layout,
    model: &Model,
    number: usize,
    rows: usize,
) -> Result<Vec<u8>, Failure> {
    let packed = directory.chunk(source, number);
    match layout.compression {
        6 | 7 => return jpeg::read(source, directory, layout, packed),
        50001 => return as_webp(packed, layout),
        _ => {}
    }
    let subsampled = model.subsampling(layout);
    let expected = match subsampled {
        Some((across, down)) => {
            layout.chunk_width.div_ceil(across) * layout.chunk_height.div_ceil(down) * (across * down + 2)
        }
        None => samples::bytes_of_row(layout) * layout.chunk_height,
    };
    let mut bytes = unpack(packed, directory, layout, rows, expected)?;
    bytes.resize(expected, 0);
    if directory.number(266, 1) == 2 && layout.compression == 1 {
        bytes.iter_mut().for_each(|byte| *byte = byte.reverse_bits());
    }
    match subsampled {
        Some(by) => Ok(samples::upsampled(&bytes, by, layout)),
        None => {
            samples::unpredict(&mut bytes, layout, directory.little);
            if model.is_lab() && layout.bits.is_multiple_of(8) {
                let plane = if layout.chunk_samples < layout.samples { number / layout.per_plane } else { 0 };
                return Ok(samples::lab_to_eight_bits(&bytes, layout, directory.little, plane, model.is_cie_lab()));
            }
            Ok(samples::to_eight_bits(&bytes, layout, directory.little, model.is_indexed()))
        }
    }
}

fn unpack(
    packed: &[u8],
    directory: &Directory,
    layout: &Layout,
    rows: usize,
    expected: usize,
) -> Result<Vec<u8>, Failure> {
    let limited = |reader: &mut dyn Read| {
        let mut bytes = Vec::with_capacity(expected);
        // The part before an error is used.
        let read = reader.take(expected as u64).read_to_end(&mut bytes);
        if bytes.is_empty() {
            read.map_err(Failure::malformed)?;
        }
        Ok(bytes)
    };
    match layout.compression {
        1 => Ok(packed[..packed.len().min(expected)].to_vec()),
        5 => Ok(lzw(packed, expected)),
        8 | 32946 => limited(&mut flate2::read::ZlibDecoder::new(packed)),
        32773 => Ok(pack_bits(packed, expected)),
        34925 => limited(&mut lzma_rust2::XzReader::new_mem_limit(packed, true, MOST_XZ)),
        50000 => limited(&mut ruzstd::decoding::StreamingDecoder::new(packed).map_err(Failure::malformed)?),
        2..=4 | 32771 => fax(packed, directory, layout, rows),
        _ => Err(Failure::Unsupported),
    }
}

/// The first writers of TIFF filled codes from the other end; the beginning of the data shows it.
fn lzw(mut packed: &[u8], expected: usize) -> Vec<u8> {
    use weezl::BitOrder::{Lsb, Msb};
    let mut decoder = match packed {
        [0, second, ..] if second & 1 == 1 => weezl::decode::Decoder::new(Lsb, 8),
        _ => weezl::decode::Decoder::with_tiff_size_switch(Msb, 8),
    };
    let mut bytes = vec![0; expected];
    let mut filled = 0;
    while filled < expected {
        let step = decoder.decode_bytes(packed, &mut bytes[filled..]);
        (packed, filled) = (&packed[step.consumed_in..], filled + step.consumed_out);
        // The part before an error is used.
        if !matches!(step.status, Ok(weezl::LzwStatus::Ok)) {
            break;
        }
    }
    bytes
}

pub(in crate::decode) fn pack_bits(mut packed: &[u8], expected: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(expected);
    while let [head, rest @ ..] = packed
        && bytes.len() < expected
    {
        packed = match *head as i8 {
            -128 => rest,
            again @ -127..=-1 => {
                let [byte, rest @ ..] = rest else { break };
                bytes.extend(std::iter::repeat_n(*byte, (1 - isize::from(again)) as usize));
                rest
            }
            plain => {
                let (taken, rest) = rest.split_at((plain as usize + 1).min(rest.len()));
                bytes.extend_from_slice(taken);
                rest
            }
        };
    }
    bytes
}

struct Rows {
    width: u32,
    bytes: Vec<u8>,
}

impl hayro_ccitt::Decoder for Rows {
    fn push_row(&mut self, changes: &[u32]) {
        let mut row = vec![0; self.width.div_ceil(8) as usize];
        for run in changes.chunks(2) {
            for x in run[0]..run.get(1).copied().unwrap_or(self.width).min(self.width) {
                row[x as usize / 8] |= 0x80 >> (x % 8);
            }
        }
        self.bytes.extend(row);
    }
}

/// A set bit is black ink, as in the file.
fn fax(packed: &[u8], directory: &Directory, layout: &Layout, rows: usize) -> Result<Vec<u8>, Failure> {
    if layout.bits != 1 || layout.chunk_samples != 1 {
        return Err(Failure::Unsupported);
    }
    let reversed: Vec<u8>;
    let mut data = packed;
    if directory.number(266, 1) == 2 {
        reversed = packed.iter().map(|byte| byte.reverse_bits()).collect();
        data = &reversed;
    }
    let options = directory.number(292, 0);
    let encoding = match layout.compression {
        4 => EncodingMode::Group4,
        3 if options & 1 == 1 => EncodingMode::Group3_2D,
        _ => EncodingMode::Group3_1D,
    };
    let settings = DecodeSettings {
        columns: layout.chunk_width as u32,
        rows: rows as u32,
        end_of_block: layout.compression == 4,
        end_of_line: layout.compression == 3,
        rows_are_byte_aligned: matches!(layout.compression, 2 | 32771) || options & 4 == 4,
        encoding,
        strict: false,
    };
    let mut found = Rows { width: layout.chunk_width as u32, bytes: Vec::new() };
    let ended = hayro_ccitt::decode(data, &mut found, &mut DecoderContext::new(settings));
    if found.bytes.is_empty() && ended.is_err() {
        return Err(Failure::malformed("a fax strip cannot be read"));
    }
    Ok(found.bytes)
}

fn as_webp(packed: &[u8], layout: &Layout) -> Result<Vec<u8>, Failure> {
    let mut limits = image::Limits::no_limits();
    limits.max_alloc = Some(layout.max_bytes);
    (limits.max_image_width, limits.max_image_height) =
        (Some(layout.chunk_width as u32), Some(layout.chunk_height as u32));
    let mut reader = image::ImageReader::with_format(Cursor::new(packed), image::ImageFormat::WebP);
    reader.limits(limits);
    let picture = reader.decode().map_err(Failure::malformed)?;
    if picture.width() as usize != layout.chunk_width {
        return Err(Failure::malformed("a WebP strip is narrower than its place"));
    }
    Ok(match layout.chunk_samples {
        3 => picture.into_rgb8().into_raw(),
        4 => picture.into_rgba8().into_raw(),
        _ => return Err(Failure::Unsupported),
    })
}
