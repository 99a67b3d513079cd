//! The messages between parent and child: one JSON argument in, one JSON line out. The file itself is the child's
//! standard input, already open, so the child needs no right to read any path.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::conversion::Conversion;
use crate::failure::Failure;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub mime: String,
    /// Absolute, existing.
    pub out_dir: PathBuf,
    pub task: Task,
    pub max_pixels: u64,
    pub memory_bytes: u64,
    pub cpu_seconds: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Previews, the largest first: each is shrunk from the one before.
    Preview(Vec<Size>),
    Convert(Conversion),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Size {
    pub bounds: Bounds,
    /// File name within `out_dir`.
    pub file: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub width: u32,
    pub height: u32,
    pub scales: bool,
    pub pages: Option<u32>,
    pub placeholder: String,
    pub colours: u16,
    pub likeness: u64,
    pub taken_at: Option<i64>,
    pub confined: bool,
}

pub(crate) type Reply<T> = Result<T, Failure>;
