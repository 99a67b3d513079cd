//! JPEG 2000, in its container or bare, at the smallest resolution that still fills the preview.

use hayro_jpeg2000::{ColorSpace, DecodeSettings, DecoderContext, Image};

use super::{Budget, Drawn, Facts};
use crate::failure::Failure;
use crate::picture::{Channels, Picture};

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    let plain = Image::new(source, &DecodeSettings::default()).map_err(Failure::malformed)?;
    let (width, height) = (plain.width(), plain.height());
    budget.admit(width.into(), height.into())?;
    let settings =
        DecodeSettings { target_resolution: Some(budget.wanted.fit(width, height)), ..DecodeSettings::default() };
    let image = Image::new(source, &settings).map_err(Failure::malformed)?;
    if u64::from(image.width()) * u64::from(image.height()) * 16 > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let (colours, icc) = match image.color_space() {
        ColorSpace::Icc { profile, num_channels } => (*num_channels, Some(profile.clone())),
        other => (other.num_channels(), None),
    };
    let has_alpha = image.has_alpha();
    let mut context = DecoderContext::default();
    let decoded = image.decode(&mut context).map_err(Failure::malformed)?;
    let count = decoded.components().len();
    let samples = decoded.data_u8();
    let (drawn_width, drawn_height) = (image.width(), image.height());
    let picture = picture(&samples, count, colours, has_alpha, (drawn_width, drawn_height))?;
    Ok(Drawn { picture, facts: Facts { width, height, ..Facts::default() }, orientation: 1, icc })
}

fn picture(
    samples: &[u8],
    count: usize,
    colours: u8,
    has_alpha: bool,
    (width, height): (u32, u32),
) -> Result<Picture, Failure> {
    let each = samples.chunks_exact(count.max(1));
    let (pixels, channels): (Vec<u8>, _) = match (colours, count) {
        (4, 4..) => (each.flat_map(|p| [p[0], p[1], p[2], p[3]]).collect(), Channels::Cmyk),
        (3, 4..) if has_alpha => (each.flat_map(|p| [p[0], p[1], p[2], p[3]]).collect(), Channels::Rgba),
        (_, 3..) => (each.flat_map(|p| [p[0], p[1], p[2]]).collect(), Channels::Rgb),
        (_, 2) if has_alpha => (each.flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(), Channels::Rgba),
        (_, 1..) => (each.map(|p| p[0]).collect(), Channels::Grey),
        _ => return Err(Failure::Unsupported),
    };
    Picture::new(pixels, channels, width, height)
}
