//! Converts a picture's colours to sRGB by its embedded profile. An unusable profile leaves the colours as they are;
//! ink without a profile is taken for ink on coated paper.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::picture::{Channels, Picture};

/// American web offset on coated paper, CGATS TR 001, from a public collection of compact profiles (CC0).
const PRESS: &[u8] = include_bytes!("../assets/press.icc");

pub(crate) fn to_srgb(mut picture: Picture, icc: Option<&[u8]>) -> Picture {
    if picture.channels == Channels::Cmyk {
        return inks_to_srgb(picture, icc);
    }
    let Some(profile) = icc.and_then(|icc| ColorProfile::new_from_slice(icc).ok()) else { return picture };
    let (space, layout) = match picture.channels {
        Channels::Grey => (DataColorSpace::Gray, Layout::Gray),
        Channels::Rgb => (DataColorSpace::Rgb, Layout::Rgb),
        Channels::Rgba | Channels::Cmyk => (DataColorSpace::Rgb, Layout::Rgba),
    };
    if profile.color_space != space {
        return picture;
    }
    let srgb =
        if space == DataColorSpace::Gray { ColorProfile::new_gray_with_gamma(2.2) } else { ColorProfile::new_srgb() };
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()) else {
        return picture;
    };
    let mut converted = vec![0; picture.pixels.len()];
    if transform.transform(&picture.pixels, &mut converted).is_ok() {
        picture.pixels = converted;
    }
    picture
}

/// Converts ink by its own profile, or else by the profile for presses.
pub(crate) fn inks_to_srgb(picture: Picture, icc: Option<&[u8]>) -> Picture {
    let pixels = icc
        .and_then(|icc| printed(&picture.pixels, icc))
        .or_else(|| printed(&picture.pixels, PRESS))
        .unwrap_or_else(|| picture.pixels.chunks_exact(4).flat_map(mixed).collect());
    Picture { pixels, channels: Channels::Rgb, ..picture }
}

fn printed(inks: &[u8], icc: &[u8]) -> Option<Vec<u8>> {
    let profile =
        ColorProfile::new_from_slice(icc).ok().filter(|profile| profile.color_space == DataColorSpace::Cmyk)?;
    let options = TransformOptions::default();
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgb, options).ok()?;
    let mut rgb = vec![0; inks.len() / 4 * 3];
    transform.transform(inks, &mut rgb).ok()?;
    Some(rgb)
}

/// For colours that the profile cannot convert: each ink absorbs its own light.
fn mixed(inks: &[u8]) -> [u8; 3] {
    [0, 1, 2].map(|ink| (u16::from(255 - inks[ink]) * u16::from(255 - inks[3]) / 255) as u8)
}
