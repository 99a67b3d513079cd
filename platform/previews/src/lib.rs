//! Turns one untrusted file into previews. The parent (`Worker`, `render`) starts a child of the same executable. The
//! child (`worker_main`) gives up its rights, decodes, and writes pictures: whatever the file does to the decoder, at
//! most its own previews are lost. It knows no product rule, only files.

mod bounds;
mod channels;
mod child;
mod colours;
mod confine;
mod conversion;
mod convert;
mod converted;
mod decode;
mod encode;
mod exif;
mod failure;
mod format;
mod frame;
mod input;
mod lab;
mod likeness;
mod mark;
mod orient;
mod picture;
mod placeholder;
mod profile;
mod protocol;
mod redrawn;
mod rights;
mod shrink;
mod sniff;
mod worker;
mod ycbcr;

pub use bounds::Bounds;
pub use child::worker_main;
pub use colours::Colour;
pub use conversion::{Coding, Conversion};
pub use convert::{Converted, convert};
pub use failure::{Failure, Tool};
pub use frame::{Fit, Frame, LONGEST_SIDE, MOST_PIXELS};
pub use placeholder::mean_colour;
pub use redrawn::redrawn;
pub use sniff::{belies_name, sniff};
pub use worker::{Limits, Rendered, Worker, render, render_one};

/// The hidden subcommand of the executable. It must call [`worker_main`] before any other start-up work.
pub const SUBCOMMAND: &str = "preview-worker";

/// The smaller of the two previews that [`render`] makes.
pub const SMALL: Bounds = Bounds::of_short(320);

/// The larger one.
pub const LARGE: Bounds = Bounds::of_short(640);

/// The renderers and their versions: they are exact in the workspace's lock file, and a test compares them.
pub const ENGINES: &str = "resvg 0.49.0, hayro 0.9.0, mozjpeg 0.10.13, libwebp 0.3.1, re_rav1d 0.1.3, hpvcd 0.3.4";

/// Whether `mime` (as [`sniff`] names it; parameters are ignored) has a decoder here.
pub fn supports(mime: &str) -> bool {
    format::Format::of(mime).is_some()
}

#[cfg(test)]
mod tests {
    /// The crate behind each engine's name.
    fn package(engine: &str) -> &str {
        if engine == "libwebp" { "webp" } else { engine }
    }

    #[test]
    fn the_engines_are_those_that_are_built_in() {
        let lock = include_str!("../../../Cargo.lock");
        for engine in super::ENGINES.split(", ") {
            let (name, version) = engine.split_once(' ').unwrap();
            let locked = format!("name = \"{}\"\nversion = \"{version}\"", package(name));
            assert!(lock.contains(&locked), "{engine}");
        }
    }
}
