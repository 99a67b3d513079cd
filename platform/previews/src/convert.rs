//! One file as one picture in a chosen size and format: what a person downloads.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::frame::Frame;
use crate::protocol::Task;
use crate::worker::{self, Worker};

/// The file that the child writes.
pub(crate) const FILE: &str = "converted";

/// The most bytes of it.
pub(crate) const LARGEST: u64 = 256 * 1024 * 1024;

/// A format that pictures are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coding {
    Jpeg,
    Png,
    WebP,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    pub frame: Frame,
    pub coding: Coding,
    /// 1 to 100. PNG loses nothing and has none.
    pub quality: u8,
    /// Behind transparent parts, and in the margin. Without one, PNG and WebP stay transparent, and JPEG becomes white.
    pub background: Option<[u8; 3]>,
    /// Whose picture it is stays in it; nothing else of the source's metadata does.
    pub keep_rights: bool,
}

/// A picture that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    pub path: PathBuf,
    pub width: u32,
    pub height: u32,
}

/// What the child answers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Written {
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
