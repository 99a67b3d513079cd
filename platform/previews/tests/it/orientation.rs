//! The orientation and time that a camera wrote.

use image::imageops::{flip_horizontal, flip_vertical, rotate90, rotate180, rotate270};
use image::{ImageFormat, RgbImage};

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

/// A WebP of one picture with these facts of its camera.
fn webp(picture: RgbImage, exif: &[u8]) -> Vec<u8> {
    let chunk = |name: &[u8], bytes: &[u8]| {
        let filling = vec![0; bytes.len() % 2];
        [name, &(bytes.len() as u32).to_le_bytes(), bytes, &filling].concat()
    };
    let side = |long: u32| (long - 1).to_le_bytes()[..3].to_vec();
    let head = [&[8, 0, 0, 0][..], &side(picture.width()), &side(picture.height())].concat();
    let plain = samples::written(picture.into(), ImageFormat::WebP);
    let chunks = [b"WEBP", &chunk(b"VP8X", &head)[..], &plain[12..], &chunk(b"EXIF", exif)].concat();
    chunk(b"RIFF", &chunks)
}

/// The chunk should contain EXIF alone; many programs put the first bytes of a JPEG's before it.
#[test]
fn a_webp_is_shown_upright_whether_or_not_its_exif_has_the_first_word_of_a_jpeg() {
    let large_first = samples::exif(6, "2024:06:01 12:30:00", "-03:00");
    let small_first = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    for (exif, taken_at) in [(&large_first[..], Some(1_717_255_800)), (small_first, None)] {
        for word in [&b""[..], b"Exif\0\0"] {
            let name = [word, &exif[..2]].concat().escape_ascii().to_string();
            let bytes = webp(rotate270(&samples::halves(640, 400)), &[word, exif].concat());
            let studio = Studio::new();
            let seen = studio.render(&bytes, previews::sniff(&bytes, "a")).unwrap();
            assert_eq!((seen.width, seen.height, seen.taken_at), (640, 400, taken_at), "{name}");
            let large = open(&seen.large);
            assert!(is_near(colour_at(&large, 20, 50), RED), "{name}");
            assert!(is_near(colour_at(&large, 80, 50), BLUE), "{name}");
        }
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
