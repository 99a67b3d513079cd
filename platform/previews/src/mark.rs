//! A text that is drawn over a picture again and again, so that no part of it is without.

use std::fmt::Write;

use resvg::tiny_skia::{Pixmap, Transform};

use crate::decode::svg;
use crate::failure::Failure;
use crate::picture::{Channels, Picture};

/// In degrees: across the lines of most pictures.
const ANGLE: i32 = -30;
/// In pixels; a sixteenth of the short edge between these.
const SMALLEST: u32 = 11;
const LARGEST: u32 = 64;

/// The picture with the text over it, half transparent. What was transparent stays so between the letters.
pub(crate) fn marked(picture: Picture, text: &str) -> Result<Picture, Failure> {
    let (width, height) = (picture.width, picture.height);
    let fonts = if text.chars().any(is_wide) { svg::system_fonts() } else { svg::own_fonts() };
    let drawing = svg::parse(overlay(text, (width, height)).as_bytes(), fonts)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(Failure::TooLarge)?;
    resvg::render(&drawing, Transform::identity(), &mut pixmap.as_mut());
    Ok(covered(picture, &pixmap.take_demultiplied()))
}

/// A drawing of the picture's size that has nothing but the text, in rows across it.
fn overlay(text: &str, (width, height): (u32, u32)) -> String {
    let size = (width.min(height) / 16).clamp(SMALLEST, LARGEST);
    let letters: u32 = text.chars().map(|letter| if is_wide(letter) { 10 } else { 6 }).sum();
    let length = letters * size / 10;
    let (across, down) = (length + size * 3 / 2, size * 3);
    let reach = f64::from(width).hypot(f64::from(height)) as u32 / 2 + 1;
    let (middle, centre) = (width / 2, height / 2);
    let mut rows = String::new();
    let text = svg::escaped(text);
    for row in 0..=2 * reach / down {
        let y = i64::from(centre) - i64::from(reach) + i64::from(row * down);
        let shift = if row % 2 == 0 { 0 } else { across / 2 };
        for column in 0..=(2 * reach + length) / across + 1 {
            let x = i64::from(middle) - i64::from(reach + length + shift) + i64::from(column * across);
            write!(rows, r#"<text x="{x}" y="{y}">{text}</text>"#).expect("a String takes all that is written");
        }
    }
    let outline = f64::from(size) / 14.0;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><g transform="rotate({ANGLE} {middle} {centre})" font-family="DejaVu Sans" font-weight="bold" font-size="{size}" fill="#ffffff" fill-opacity="0.42" stroke="#000000" stroke-opacity="0.26" stroke-width="{outline}" paint-order="stroke">{rows}</g></svg>"##
    )
}

/// Scripts whose letters are as wide as they are high, and that our own fonts do not have.
fn is_wide(letter: char) -> bool {
    letter > '\u{2e7f}'
}

/// The picture under these pixels, which have an opacity.
fn covered(picture: Picture, over: &[u8]) -> Picture {
    let mut under = picture.into_rgba();
    for (pixel, mark) in under.pixels.chunks_exact_mut(4).zip(over.chunks_exact(4)) {
        let above = u32::from(mark[3]);
        if above == 0 {
            continue;
        }
        let below = u32::from(pixel[3]) * (255 - above) / 255;
        let opacity = above + below;
        for (own, mark) in pixel.iter_mut().zip(mark).take(3) {
            *own = ((u32::from(*mark) * above + u32::from(*own) * below + opacity / 2) / opacity) as u8;
        }
        pixel[3] = opacity as u8;
    }
    Picture { channels: Channels::Rgba, ..under }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32, pixel: [u8; 4]) -> Picture {
        let pixels = pixel.repeat(width as usize * height as usize);
        Picture { pixels, channels: Channels::Rgba, width, height }
    }

    /// Whether something has changed in each part of the picture, which has so many in a row and rows of them.
    fn is_changed_everywhere(before: &Picture, after: &Picture, parts: usize) -> bool {
        let mut changed = vec![false; parts * parts];
        for (at, (one, other)) in before.pixels.chunks_exact(4).zip(after.pixels.chunks_exact(4)).enumerate() {
            let (x, y) = (at % before.width as usize, at / before.width as usize);
            let part = y * parts / before.height as usize * parts + x * parts / before.width as usize;
            changed[part] |= one != other;
        }
        changed.into_iter().all(|changed| changed)
    }

    #[test]
    fn every_part_of_a_picture_is_marked_whatever_its_shape_and_colour() {
        for (width, height, parts) in [(96, 96, 2), (480, 320, 3), (320, 1280, 3), (2560, 640, 3)] {
            for pixel in [[0, 0, 0, 255], [255; 4], [128, 128, 128, 255], [9, 200, 90, 0]] {
                for text in ["Casa Lume", "x", "Só para o cliente · 2026-11-29 & <co>"] {
                    let picture = plain(width, height, pixel);
                    let marked = marked(picture.clone(), text).unwrap();
                    assert_eq!((marked.width, marked.height), (width, height));
                    let everywhere = is_changed_everywhere(&picture, &marked, parts);
                    assert!(everywhere, "{text} on {pixel:?} of {width} × {height}");
                }
            }
        }
    }

    #[test]
    fn what_shows_through_stays_so_and_the_picture_can_still_be_seen() {
        let clear = marked(plain(320, 240, [0; 4]), "Casa Lume").unwrap();
        assert!(!clear.is_opaque() && clear.pixels.chunks_exact(4).any(|pixel| pixel[3] == 0));
        let red = marked(plain(320, 240, [200, 0, 0, 255]), "Casa Lume").unwrap();
        assert!(red.is_opaque());
        assert!(red.pixels.chunks_exact(4).all(|pixel| pixel[0] > 80), "nothing is covered wholly");
    }
}
