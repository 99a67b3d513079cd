//! Embedded ICC profile to sRGB, best effort: a profile that cannot be used leaves the colours as they are.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::picture::{Channels, Picture};

pub(crate) fn to_srgb(picture: &mut Picture, icc: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(icc) else {
        return;
    };
    let (space, layout) = match picture.channels {
        Channels::Grey => (DataColorSpace::Gray, Layout::Gray),
        Channels::Rgb => (DataColorSpace::Rgb, Layout::Rgb),
        Channels::Rgba => (DataColorSpace::Rgb, Layout::Rgba),
    };
    if profile.color_space != space {
        return;
    }
    let srgb =
        if space == DataColorSpace::Gray { ColorProfile::new_gray_with_gamma(2.2) } else { ColorProfile::new_srgb() };
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()) else {
        return;
    };
    let mut converted = vec![0; picture.pixels.len()];
    if transform.transform(&picture.pixels, &mut converted).is_ok() {
        picture.pixels = converted;
    }
}
