//! What the camera wrote about its position and its clock.

use image::RgbImage;
use image::imageops::{flip_horizontal, flip_vertical, rotate90, rotate180, rotate270};

use crate::samples::{self, BLUE, RED};
use crate::studio::{Studio, colour_at, is_near, open};

#[test]
fn every_orientation_is_shown_upright() {
    let upright = samples::halves(640, 400);
    let stored: [(u16, RgbImage); 8] = [
        (1, upright.clone()),
        (2, flip_horizontal(&upright)),
        (3, rotate180(&upright)),
        (4, flip_vertical(&upright)),
        (5, flip_horizontal(&rotate90(&upright))),
        (6, rotate270(&upright)),
        (7, flip_horizontal(&rotate270(&upright))),
        (8, rotate90(&upright)),
    ];
    for (orientation, pixels) in stored {
        let exif = samples::exif(orientation, "2024:06:01 12:30:00", "-03:00");
        let studio = Studio::new();
        let seen = studio.render(&samples::jpeg_of(&pixels, Some(&exif), false), "image/jpeg").unwrap();
        assert_eq!((seen.width, seen.height), (640, 400), "orientation {orientation}");
        let large = open(&seen.large);
        assert!(is_near(colour_at(&large, 20, 50), RED), "orientation {orientation}");
        assert!(is_near(colour_at(&large, 80, 50), BLUE), "orientation {orientation}");
    }
}

#[test]
fn the_capture_time_is_read_with_its_offset() {
    let taken = |exif: &[u8]| {
        let bytes = samples::jpeg_of(&samples::halves(64, 40), Some(exif), false);
        Studio::new().render(&bytes, "image/jpeg").unwrap().taken_at
    };
    assert_eq!(taken(&samples::exif(1, "2024:06:01 12:30:00", "-03:00")), Some(1_717_255_800));
    assert_eq!(taken(&samples::exif(1, "2024:06:01 12:30:00", "   :  ")), Some(1_717_245_000));
    assert_eq!(taken(&samples::exif(1, "0000:00:00 00:00:00", "")), None);
    assert_eq!(taken(b"MM\0\x2a\xff\xff\xff\xff"), None);
}

#[test]
fn previews_carry_no_metadata() {
    let exif = samples::exif(6, "2024:06:01 12:30:00", "+00:00");
    let studio = Studio::new();
    let rendered =
        studio.render(&samples::jpeg_of(&samples::halves(640, 400), Some(&exif), false), "image/jpeg").unwrap();
    for path in [rendered.small, rendered.large] {
        let bytes = std::fs::read(path).unwrap();
        let has = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
        assert!(!has(b"EXIF") && !has(b"2024:06:01") && !has(b"ICCP"));
    }
}
