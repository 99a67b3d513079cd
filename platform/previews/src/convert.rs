//! One file as one picture in a chosen size and format: what a person downloads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::conversion::{Conversion, FILE, Written};
use crate::failure::Failure;
use crate::protocol::Task;
use crate::worker::{self, Worker};

/// A picture that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    pub path: PathBuf,
    pub width: u32,
    pub height: u32,
}

/// Writes `input` to `out_dir` (made if absent) as a picture. Blocks.
pub fn convert(
    worker: &Worker,
    input: &Path,
    mime: &str,
    out_dir: &Path,
    conversion: &Conversion,
) -> Result<Converted, Failure> {
    let written = worker::run::<Written>(worker, input, mime, out_dir, Task::Convert(conversion.clone()));
    let Written { width, height } = written.inspect_err(|_| {
        // A file that cannot be removed is deleted with the folder.
        let _ = fs::remove_file(out_dir.join(FILE));
    })?;
    Ok(Converted { path: out_dir.join(FILE), width, height })
}
