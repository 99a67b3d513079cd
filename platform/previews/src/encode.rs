//! Writes pictures. Previews are lossy WebP without metadata; method 2 is within 2 % of method 4's size at half its
//! time.

mod jpeg;
mod png;
mod webp_exif;

use webp::{Encoder, WebPConfig};

use crate::conversion::Coding;
use crate::failure::Failure;
use crate::picture::{Channels, Picture};
use crate::rights::Rights;

const QUALITY: f32 = 80.0;
const METHOD: i32 = 2;

/// For what is downloaded, as long as it has no more than `CAREFUL` pixels.
const CAREFUL_METHOD: i32 = 4;
/// Larger pictures are written in less time, and become somewhat larger files.
const CAREFUL: u64 = 4_000_000;

pub(crate) fn webp(picture: &Picture) -> Result<Vec<u8>, Failure> {
    webp_of(picture, QUALITY, METHOD)
}

/// A picture to download. `rights` is the only metadata in it.
pub(crate) fn encoded(
    picture: &Picture,
    coding: Coding,
    quality: u8,
    rights: Option<&Rights>,
) -> Result<Vec<u8>, Failure> {
    let exif = rights.and_then(Rights::to_exif);
    let careful = u64::from(picture.width) * u64::from(picture.height) <= CAREFUL;
    match coding {
        Coding::Jpeg => jpeg::written(picture, quality, careful, exif.as_deref()),
        Coding::Png => png::written(picture, exif),
        Coding::WebP => {
            let plain = webp_of(picture, quality.into(), if careful { CAREFUL_METHOD } else { METHOD })?;
            Ok(match exif {
                Some(exif) => webp_exif::with_exif(&plain, picture, &exif),
                None => plain,
            })
        }
    }
}

fn webp_of(picture: &Picture, quality: f32, method: i32) -> Result<Vec<u8>, Failure> {
    let mut how = WebPConfig::new().map_err(|()| Failure::unavailable("the WebP encoder does not start"))?;
    how.quality = quality;
    how.method = method;
    let (width, height) = (picture.width, picture.height);
    let encoded = match picture.channels {
        Channels::Rgba if !picture.is_opaque() => {
            Encoder::from_rgba(&picture.pixels, width, height).encode_advanced(&how)
        }
        Channels::Rgb => Encoder::from_rgb(&picture.pixels, width, height).encode_advanced(&how),
        Channels::Grey | Channels::Rgba | Channels::Cmyk => {
            let opaque = picture.clone().into_rgb();
            Encoder::from_rgb(&opaque.pixels, width, height).encode_advanced(&how)
        }
    };
    encoded.map(|bytes| bytes.to_vec()).map_err(|error| Failure::unavailable(format!("WebP: {error:?}")))
}
