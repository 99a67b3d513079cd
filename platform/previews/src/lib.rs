//! Turns one untrusted file into previews. The parent (`Worker`, `render`) starts a child of the same executable; the
//! child (`worker_main`) gives up its rights, decodes, and writes two WebP files: whatever the file does to the
//! decoder, at most one preview is lost. Knows no product rule, only files.

mod child;
mod confine;
mod decode;
mod encode;
mod exif;
mod failure;
mod format;
mod orient;
mod picture;
mod placeholder;
mod profile;
mod protocol;
mod shrink;
mod sniff;
mod worker;

pub use child::worker_main;
pub use failure::Failure;
pub use sniff::sniff;
pub use worker::{Limits, Rendered, Worker, render, render_one};

/// The hidden subcommand of the executable that must call [`worker_main`], before any other start-up work.
pub const SUBCOMMAND: &str = "preview-worker";

/// Long edge of the small preview, in pixels.
pub const SMALL_EDGE: u32 = 256;

/// Long edge of the large preview, in pixels.
pub const LARGE_EDGE: u32 = 1280;

/// Whether `mime` (as [`sniff`] names it; parameters are ignored) has a decoder here.
pub fn supports(mime: &str) -> bool {
    format::Format::of(mime).is_some()
}
