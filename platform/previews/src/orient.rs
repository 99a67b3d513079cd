//! Applies the EXIF orientation (1 to 8) to pixels after the first shrink, when it is cheap.

use crate::picture::Picture;

/// The size a viewer sees for a stored size.
pub(crate) fn upright_size(width: u32, height: u32, orientation: u8) -> (u32, u32) {
    if swaps_sides(orientation) { (height, width) } else { (width, height) }
}

pub(crate) fn upright(picture: Picture, orientation: u8) -> Picture {
    if !(2..=8).contains(&orientation) {
        return picture;
    }
    let (stored_width, stored_height) = (picture.width as usize, picture.height as usize);
    let (width, height) = upright_size(picture.width, picture.height, orientation);
    let step = picture.channels.count();
    let mut pixels = Vec::with_capacity(picture.pixels.len());
    for y in 0..height as usize {
        for x in 0..width as usize {
            let (from_x, from_y) = match orientation {
                2 => (stored_width - 1 - x, y),
                3 => (stored_width - 1 - x, stored_height - 1 - y),
                4 => (x, stored_height - 1 - y),
                5 => (y, x),
                6 => (y, stored_height - 1 - x),
                7 => (stored_width - 1 - y, stored_height - 1 - x),
                _ => (stored_width - 1 - y, x),
            };
            let from = (from_y * stored_width + from_x) * step;
            pixels.extend_from_slice(&picture.pixels[from..from + step]);
        }
    }
    Picture { pixels, channels: picture.channels, width, height }
}

pub(crate) fn swaps_sides(orientation: u8) -> bool {
    (5..=8).contains(&orientation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Channels;

    /// Upright is `1 2 3 / 4 5 6`; each stored form is what a camera held that way writes.
    #[test]
    fn every_orientation_comes_out_upright() {
        let stored: [(u8, u32, [u8; 6]); 8] = [
            (1, 3, [1, 2, 3, 4, 5, 6]),
            (2, 3, [3, 2, 1, 6, 5, 4]),
            (3, 3, [6, 5, 4, 3, 2, 1]),
            (4, 3, [4, 5, 6, 1, 2, 3]),
            (5, 2, [1, 4, 2, 5, 3, 6]),
            (6, 2, [3, 6, 2, 5, 1, 4]),
            (7, 2, [6, 3, 5, 2, 4, 1]),
            (8, 2, [4, 1, 5, 2, 6, 3]),
        ];
        for (orientation, width, pixels) in stored {
            let picture = Picture { pixels: pixels.to_vec(), channels: Channels::Grey, width, height: 6 / width };
            let seen = upright(picture, orientation);
            assert_eq!((seen.width, seen.height), (3, 2), "orientation {orientation}");
            assert_eq!(seen.pixels, [1, 2, 3, 4, 5, 6], "orientation {orientation}");
        }
    }
}
