//! JPEG by mozjpeg.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mozjpeg::{ColorSpace, Compress, Marker};

use crate::failure::Failure;
use crate::picture::{Channels, Picture};

/// From here on, colours have as many samples as brightness.
const FINE: u8 = 90;

/// `exif` from the TIFF header on. The picture is opaque.
pub(super) fn written(picture: &Picture, quality: u8, careful: bool, exif: Option<&[u8]>) -> Result<Vec<u8>, Failure> {
    let write = || match picture.channels {
        Channels::Grey => compressed(picture, ColorSpace::JCS_GRAYSCALE, quality, careful, exif),
        Channels::Rgb => compressed(picture, ColorSpace::JCS_RGB, quality, careful, exif),
        Channels::Rgba | Channels::Cmyk => {
            compressed(&picture.clone().into_rgb(), ColorSpace::JCS_RGB, quality, careful, exif)
        }
    };
    // mozjpeg reports a fatal error by unwinding.
    let written = catch_unwind(AssertUnwindSafe(write)).map_err(|_| Failure::unavailable("mozjpeg gave up"))?;
    written.map_err(Failure::unavailable)
}

fn compressed(
    picture: &Picture,
    space: ColorSpace,
    quality: u8,
    careful: bool,
    exif: Option<&[u8]>,
) -> std::io::Result<Vec<u8>> {
    let mut how = Compress::new(space);
    how.set_size(picture.width as usize, picture.height as usize);
    if !careful {
        how.set_fastest_defaults();
    }
    how.set_quality(quality.into());
    if space == ColorSpace::JCS_RGB && quality >= FINE {
        how.set_chroma_sampling_pixel_sizes((1, 1), (1, 1));
    }
    let mut started = how.start_compress(Vec::new())?;
    if let Some(exif) = exif {
        started.write_marker(Marker::APP(1), &[b"Exif\0\0", exif].concat());
    }
    started.write_scanlines(&picture.pixels)?;
    started.finish()
}
