//! Decodes one file to one picture, at least as large as the largest preview if the source is. Each format checks its
//! size in the header before it decodes.

mod avif;
mod bmp;
mod eps;
mod heif;
mod ico;
mod jp2;
mod jpeg;
mod pdf;
mod psd;
mod raster;
pub(crate) mod svg;
mod text;
mod tiff;

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::PathBuf;

use image::ImageFormat;

use crate::failure::Failure;
use crate::format::Format;
use crate::frame::Wanted;
use crate::picture::Picture;
use crate::rights::Rights;

/// The limits of a decoder.
pub(crate) struct Budget {
    /// A decoder may stop at this resolution.
    pub wanted: Wanted,
    pub max_pixels: u64,
    /// For the decoded picture, or for a source that has to be held whole.
    pub max_bytes: u64,
    /// The one folder that may be written to.
    pub out_dir: PathBuf,
}

pub(crate) struct Drawn {
    pub picture: Picture,
    pub facts: Facts,
    /// EXIF, 1 = upright.
    pub orientation: u8,
    pub icc: Option<Vec<u8>>,
}

/// Of the source, as stored.
#[derive(Default)]
pub(crate) struct Facts {
    pub width: u32,
    pub height: u32,
    /// It has no pixels of its own.
    pub scales: bool,
    pub pages: Option<u32>,
    pub taken_at: Option<i64>,
    pub rights: Option<Rights>,
}

pub(crate) fn decode(format: Format, input: File, budget: &Budget) -> Result<Drawn, Failure> {
    match format {
        Format::Jpeg => jpeg::decode(input, budget),
        Format::Raster(ImageFormat::Tiff) => read_tiff(&whole(input, budget)?, budget),
        Format::Raster(ImageFormat::Ico) => ico::decode(&whole(input, budget)?, budget),
        Format::Raster(ImageFormat::Bmp) => bmp::decode(whole(input, budget)?, budget),
        Format::Raster(kind) => raster::decode(BufReader::new(input), kind, budget),
        Format::Avif => avif::decode(&whole(input, budget)?, budget),
        Format::Heif => heif::decode(&whole(input, budget)?, budget),
        Format::Jp2 => jp2::decode(&whole(input, budget)?, budget),
        Format::Psd => psd::decode(&whole(input, budget)?, budget),
        Format::PostScript => {
            let again = input.try_clone().map_err(Failure::unavailable)?;
            eps::decode(again, &whole(input, budget)?, budget)
        }
        Format::Svg => svg::decode(&whole(input, budget)?, budget),
        Format::Pdf => pdf::decode(whole(input, budget)?, budget),
        Format::Text(dialect) => text::decode(input, dialect, budget),
    }
}

/// With our own reader, and if that fails with the other one.
fn read_tiff(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    match tiff::decode(source, budget) {
        Err(failure @ (Failure::Unsupported | Failure::Malformed(_))) => {
            raster::decode(Cursor::new(source), ImageFormat::Tiff, budget).map_err(|_| failure)
        }
        other => other,
    }
}

impl Budget {
    fn admit(&self, width: u64, height: u64) -> Result<(), Failure> {
        if width == 0 || height == 0 {
            return Err(Failure::malformed("the picture has no pixels"));
        }
        if width.saturating_mul(height) > self.max_pixels {
            return Err(Failure::TooLarge);
        }
        Ok(())
    }
}

impl Drawn {
    fn upright(picture: Picture, facts: Facts) -> Self {
        Self { picture, facts, orientation: 1, icc: None }
    }
}

fn whole(mut input: File, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let size = input.metadata().map_err(Failure::unavailable)?.len();
    if size > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let mut bytes = Vec::with_capacity(size as usize);
    input.read_to_end(&mut bytes).map_err(Failure::unavailable)?;
    Ok(bytes)
}
