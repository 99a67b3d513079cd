//! What one picture is written as, as the program and its child say it to each other.

use serde::{Deserialize, Serialize};

use crate::frame::Frame;

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
    /// A text that is drawn over the whole picture.
    #[serde(default)]
    pub mark: Option<String>,
}

/// What the child answers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    pub width: u32,
    pub height: u32,
}
