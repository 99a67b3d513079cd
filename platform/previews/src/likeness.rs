//! What a picture looks like, in 64 bits: whether it gets darker from each part to the part beside it. Pictures that look
//! alike differ in few bits, whatever their size, format and quality.

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::picture::Picture;
use crate::shrink;

/// So many pixels say enough of each part.
const BOUNDS: Bounds = Bounds::square(64);
const ACROSS: usize = 9;
const DOWN: usize = 8;
/// A picture in which no two parts differ by so much, of 255, looks like nothing.
const CONTRAST: f32 = 12.0;

/// 0: it looks like nothing, or is too small to look like something.
pub(crate) fn of(picture: Picture) -> Result<u64, Failure> {
    let tiny = shrink::into_bounds(picture, BOUNDS)?.into_rgba();
    let (width, height) = (tiny.width as usize, tiny.height as usize);
    if width < ACROSS || height < DOWN {
        return Ok(0);
    }
    let lights: Vec<f32> = tiny.pixels.chunks_exact(4).map(light).collect();
    let part = |column: usize, row: usize| {
        let (left, right) = (column * width / ACROSS, (column + 1) * width / ACROSS);
        let (top, bottom) = (row * height / DOWN, (row + 1) * height / DOWN);
        let rows = (top..bottom).flat_map(|y| lights[y * width + left..y * width + right].iter());
        rows.sum::<f32>() / ((right - left) * (bottom - top)) as f32
    };
    let parts: Vec<[f32; ACROSS]> = (0..DOWN).map(|row| std::array::from_fn(|column| part(column, row))).collect();
    Ok(bits(&parts))
}

fn bits(parts: &[[f32; ACROSS]]) -> u64 {
    let (darkest, lightest) =
        parts.iter().flatten().fold((f32::MAX, f32::MIN), |(least, most), light| (least.min(*light), most.max(*light)));
    if lightest - darkest < CONTRAST {
        return 0;
    }
    let darkens = parts.iter().flat_map(|row| row.windows(2)).map(|two| u64::from(two[0] > two[1] + 0.5));
    darkens.fold(0, |bits, darkens| bits << 1 | darkens)
}

/// Of straight RGBA, on white.
fn light(pixel: &[u8]) -> f32 {
    let [red, green, blue, alpha] = [0, 1, 2, 3].map(|at| f32::from(pixel[at]));
    let light = 0.299 * red + 0.587 * green + 0.114 * blue;
    255.0 + (light - 255.0) * alpha / 255.0
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::failure::Failure;
    use crate::picture::{Channels, Picture};

    /// A picture whose light at each place, of 0 to 1 across and down, is that of `light`.
    fn drawn(width: u32, height: u32, light: impl Fn(f32, f32) -> f32) -> Picture {
        let place = |at: u32, all: u32| at as f32 / all as f32;
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| (light(place(x, width), place(y, height)) * 255.0) as u8).collect();
        Picture::new(pixels, Channels::Grey, width, height).unwrap()
    }

    fn hills(x: f32, y: f32) -> f32 {
        0.5 + 0.3 * (x * 9.0).sin() * (y * 7.0).cos() + 0.2 * (x * 23.0 + y * 5.0).sin()
    }

    fn differing(one: Picture, other: Picture) -> Result<u32, Failure> {
        Ok((of(one)? ^ of(other)?).count_ones())
    }

    #[test]
    fn another_size_and_another_light_look_alike_and_another_picture_does_not() -> Result<(), Failure> {
        let large = || drawn(800, 600, hills);
        assert!(differing(large(), drawn(320, 240, hills))? <= 2);
        assert!(differing(large(), drawn(800, 600, |x, y| 0.1 + 0.7 * hills(x, y)))? <= 3);
        assert!(differing(large(), drawn(800, 600, |x, y| hills(1.0 - x, y)))? > 16, "mirrored");
        assert!(differing(large(), drawn(800, 600, |x, y| hills(y, x)))? > 16);
        Ok(())
    }

    #[test]
    fn what_is_plain_or_tiny_looks_like_nothing() -> Result<(), Failure> {
        assert_eq!(of(drawn(800, 600, |_, _| 0.4))?, 0);
        assert_eq!(of(drawn(8, 7, hills))?, 0);
        Ok(())
    }
}
