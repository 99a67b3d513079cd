//! PostScript: drawn by Ghostscript if it is installed, else from the small TIFF that many files contain.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom};
use std::process::{Command, Stdio};

use image::ImageFormat;

use super::{Budget, Drawn, raster, tiff};
use crate::confine::GHOSTSCRIPT;
use crate::failure::{Failure, Tool};

const DOS: &[u8] = b"\xc5\xd0\xd3\xc6";

pub(super) fn decode(mut input: File, source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    let drawn = match GHOSTSCRIPT.iter().find(|path| fs::exists(path).unwrap_or(false)) {
        Some(tool) => draw(tool, &mut input, source, budget),
        None => Err(Failure::NeedsTool(Tool::Ghostscript)),
    };
    drawn.or_else(|failure| match embedded(source, 20).map(|preview| tiff::decode(preview, budget)) {
        Some(Ok(drawn)) => Ok(drawn),
        _ => Err(failure),
    })
}

fn draw(tool: &str, input: &mut File, source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    // The program may follow a DOS header.
    let program = embedded(source, 4).unwrap_or(source);
    let from = program.as_ptr().addr() - source.as_ptr().addr();
    input.seek(SeekFrom::Start(from as u64)).map_err(Failure::unavailable)?;
    let page = budget.out_dir.join("page.png");
    let (width, height) = bounds(program).unwrap_or((612.0, 792.0));
    let (wide, _) = budget.wanted.fill(width, height);
    let dots = (72.0 * wide as f32 / width.max(1.0)).clamp(1.0, 9600.0);
    Command::new(tool)
        .args(["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-dFirstPage=1", "-dLastPage=1"])
        .args(["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-sDEVICE=png16m"])
        .arg(format!("-r{dots}"))
        .arg(format!("-sOutputFile={}", page.display()))
        .arg("-")
        .env("TMPDIR", &budget.out_dir)
        .stdin(input.try_clone().map_err(Failure::unavailable)?)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(Failure::unavailable)?;
    let drawn = fs::read(&page);
    // Removes a partial output, which is not a preview.
    let _ = fs::remove_file(&page);
    // A page that was finished before the error can be used.
    let Ok(drawn) = drawn else { return Err(Failure::malformed("Ghostscript cannot read it")) };
    let mut drawn = raster::decode(std::io::Cursor::new(drawn), ImageFormat::Png, budget)?;
    drawn.facts.scales = true;
    Ok(drawn)
}

/// In a file with a DOS header, byte `at` holds the offset of a part: the program at 4, the TIFF at 20.
fn embedded(source: &[u8], at: usize) -> Option<&[u8]> {
    let part = source.starts_with(DOS).then_some(source)?;
    let number =
        |at: usize| part.get(at..at + 4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize);
    let (from, length) = (number(at)?, number(at + 4)?);
    part.get(from..from.checked_add(length)?).filter(|preview| !preview.is_empty())
}

fn bounds(source: &[u8]) -> Option<(f32, f32)> {
    let head = String::from_utf8_lossy(source.get(..source.len().min(8192))?).into_owned();
    let line = head.lines().find_map(|line| line.strip_prefix("%%BoundingBox:"))?;
    let corners: Vec<f32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [left, bottom, right, top] = corners.as_slice() else { return None };
    (right > left && top > bottom).then_some((right - left, top - bottom))
}
