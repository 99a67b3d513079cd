//! One file as one picture to download: its size, its format, its colours, and what of its metadata stays.

use image::imageops::rotate270;
use image::{DynamicImage, ImageFormat, ImageReader, Rgb, RgbImage};
use previews::{Coding, Conversion, Converted, Failure, Fit, Frame};

use crate::samples::{self, BLUE, RED};
use crate::studio::{Studio, colour_at, is_near};

const CODINGS: [(Coding, ImageFormat); 3] =
    [(Coding::Jpeg, ImageFormat::Jpeg), (Coding::Png, ImageFormat::Png), (Coding::WebP, ImageFormat::WebP)];

fn wanted(width: u32, height: u32, fit: Fit) -> Conversion {
    let frame = Frame { width: Some(width), height: Some(height), fit, enlarge: false };
    Conversion { frame, coding: Coding::Jpeg, quality: 90, background: None, keep_rights: false, mark: None }
}

fn convert(studio: &Studio, bytes: &[u8], conversion: &Conversion) -> Result<Converted, Failure> {
    let mime = previews::sniff(&bytes[..bytes.len().min(4096)], "a");
    previews::convert(&studio.worker, &studio.put(bytes), mime, &studio.out(), conversion)
}

/// The picture as any program reads it, with its format and its bytes.
fn read(bytes: &[u8], conversion: &Conversion) -> (DynamicImage, ImageFormat, Vec<u8>) {
    let studio = Studio::new();
    let made = convert(&studio, bytes, conversion).unwrap();
    let written = std::fs::read(&made.path).unwrap();
    let reader = ImageReader::new(std::io::Cursor::new(written.clone())).with_guessed_format().unwrap();
    let format = reader.format().unwrap();
    let picture = reader.decode().unwrap();
    assert_eq!((picture.width(), picture.height()), (made.width, made.height));
    (picture, format, written)
}

fn size(picture: &DynamicImage) -> (u32, u32) {
    (picture.width(), picture.height())
}

fn has(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[test]
fn every_source_becomes_every_format() {
    let sources = [
        samples::jpeg(),
        samples::encoded(ImageFormat::Png),
        samples::encoded(ImageFormat::WebP),
        samples::encoded(ImageFormat::Tiff),
        samples::svg(),
        samples::pdf(2, 640.0, 400.0),
    ];
    for source in sources {
        let kind = previews::sniff(&source[..source.len().min(4096)], "a");
        for (coding, format) in CODINGS {
            let (picture, written_as, _) = read(&source, &Conversion { coding, ..wanted(320, 320, Fit::Contain) });
            assert_eq!((size(&picture), written_as), ((320, 200), format), "{kind} as {coding:?}");
            assert!(is_near(colour_at(&picture, 20, 25), RED), "{kind} as {coding:?}");
            assert!(is_near(colour_at(&picture, 80, 25), BLUE) || kind == "image/svg+xml", "{kind} as {coding:?}");
        }
    }
}

#[test]
fn a_cover_is_the_middle_and_a_margin_has_its_colour() {
    let (cover, ..) = read(&samples::jpeg(), &wanted(200, 200, Fit::Cover));
    assert_eq!(size(&cover), (200, 200));
    assert!(is_near(colour_at(&cover, 40, 50), RED) && is_near(colour_at(&cover, 60, 50), BLUE), "it is centred");
    let green = Conversion { background: Some([0, 200, 0]), ..wanted(200, 200, Fit::Pad) };
    let (padded, ..) = read(&samples::jpeg(), &green);
    assert_eq!(size(&padded), (200, 200));
    assert!(is_near(colour_at(&padded, 50, 5), [0, 200, 0, 255]) && is_near(colour_at(&padded, 20, 50), RED));
    let (white, ..) = read(&samples::jpeg(), &wanted(200, 200, Fit::Pad));
    assert!(is_near(colour_at(&white, 50, 95), [255; 4]), "without a colour, a JPEG's margin is white");
    let (clear, ..) = read(&samples::jpeg(), &Conversion { coding: Coding::Png, ..wanted(200, 200, Fit::Pad) });
    assert_eq!(colour_at(&clear, 50, 95)[3], 0, "and a PNG's is transparent");
}

#[test]
fn nothing_becomes_larger_unless_that_is_wanted() {
    let (whole, ..) = read(&samples::jpeg(), &wanted(5000, 5000, Fit::Contain));
    assert_eq!(size(&whole), (640, 400));
    let (cover, ..) = read(&samples::jpeg(), &wanted(1000, 1000, Fit::Cover));
    assert_eq!(size(&cover), (400, 400));
    let mut larger = wanted(1280, 1280, Fit::Contain);
    larger.frame.enlarge = true;
    assert_eq!(size(&read(&samples::jpeg(), &larger).0), (1280, 800));
    let (page, ..) = read(&samples::pdf(1, 64.0, 40.0), &wanted(1280, 1280, Fit::Contain));
    assert_eq!(size(&page), (1280, 800), "a document is sharp at every size");
}

#[test]
fn a_picture_that_lies_on_its_side_is_upright_in_its_frame() {
    let exif = samples::exif(6, "2024:06:01 12:30:00", "-03:00");
    let lying = samples::jpeg_of(&rotate270(&samples::halves(1600, 1000)), Some(&exif), false);
    for (conversion, wanted) in [
        (wanted(320, 320, Fit::Contain), (320, 200)),
        (wanted(300, 100, Fit::Cover), (300, 100)),
        (wanted(300, 400, Fit::Pad), (300, 400)),
    ] {
        let (picture, _, bytes) = read(&lying, &conversion);
        assert_eq!(size(&picture), wanted);
        assert!(is_near(colour_at(&picture, 20, 50), RED) && is_near(colour_at(&picture, 80, 50), BLUE), "{wanted:?}");
        assert!(!has(&bytes, b"Exif") && !has(&bytes, b"2024:06:01"), "nothing turns it again");
    }
}

/// Artist and copyright beside an orientation.
fn signed() -> Vec<u8> {
    let (artist, copyright) = (b"Ana Souza\0", b"(c) Casa Lume\0");
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
    };
    let at = 8 + 2 + 3 * 12 + 4;
    let exif = [
        &b"MM\0\x2a\0\0\0\x08\0\x03"[..],
        &entry(0x0112, 3, 1, 1 << 16),
        &entry(0x013b, 2, artist.len() as u32, at),
        &entry(0x8298, 2, copyright.len() as u32, at + artist.len() as u32),
        &[0; 4],
        artist,
        copyright,
    ];
    samples::jpeg_of(&samples::halves(640, 400), Some(&exif.concat()), false)
}

#[test]
fn artist_and_copyright_stay_if_that_is_wanted_and_nothing_else() {
    for (coding, format) in CODINGS {
        let bare = Conversion { coding, ..wanted(64, 64, Fit::Contain) };
        assert!(!has(&read(&signed(), &bare).2, b"Casa Lume"), "{format:?}");
        let (picture, written_as, bytes) = read(&signed(), &Conversion { keep_rights: true, ..bare });
        assert_eq!((size(&picture), written_as), ((64, 40), format));
        assert!(has(&bytes, b"(c) Casa Lume") && has(&bytes, b"Ana Souza"), "{format:?}");
        // It is read again from what was written.
        let again = Conversion { keep_rights: true, ..wanted(32, 32, Fit::Contain) };
        assert!(has(&read(&bytes, &again).2, b"(c) Casa Lume"), "{format:?}");
    }
    let clear = samples::written(samples::halves_with_alpha().into(), ImageFormat::Png);
    let (picture, ..) = read(&clear, &Conversion { coding: Coding::WebP, ..wanted(64, 64, Fit::Contain) });
    assert!(colour_at(&picture, 20, 90)[3] < 8, "transparency stays");
    let (flat, ..) = read(&clear, &wanted(64, 64, Fit::Contain));
    assert!(is_near(colour_at(&flat, 20, 90), [255; 4]), "and is white in a JPEG");
}

#[test]
fn quality_is_what_it_says() {
    let noise = RgbImage::from_fn(300, 200, |x, y| Rgb([((x * 37) ^ (y * 91)) as u8, (x * y) as u8, (y * 53) as u8]));
    let source = samples::written(noise.into(), ImageFormat::Png);
    for coding in [Coding::Jpeg, Coding::WebP] {
        let bytes = |quality| read(&source, &Conversion { coding, quality, ..wanted(300, 300, Fit::Contain) }).2.len();
        assert!(bytes(20) * 2 < bytes(95), "{coding:?}");
    }
}

#[test]
fn too_many_pixels_are_refused_and_broken_files_are_failures() {
    let studio = Studio::new();
    let mut vast = wanted(16_000, 16_000, Fit::Contain);
    vast.frame.enlarge = true;
    assert_eq!(convert(&studio, &samples::jpeg(), &vast), Err(Failure::TooLarge));
    let mut broken = samples::jpeg();
    broken.truncate(120);
    assert!(matches!(convert(&studio, &broken, &wanted(64, 64, Fit::Contain)), Err(Failure::Malformed(_))));
    let left: Vec<_> = std::fs::read_dir(studio.out()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_large_picture_keeps_its_pixels() {
    let source = samples::jpeg_of(&samples::halves(4000, 3000), None, false);
    let mut own = wanted(1, 1, Fit::Contain);
    (own.frame.width, own.frame.height) = (None, None);
    for (coding, _) in CODINGS {
        let (picture, ..) = read(&source, &Conversion { coding, ..own.clone() });
        assert_eq!(size(&picture), (4000, 3000), "{coding:?}");
    }
}

#[test]
fn a_mark_is_in_the_pixels_and_the_size_stays() {
    let plain = wanted(320, 320, Fit::Contain);
    for (coding, format) in CODINGS {
        let plain = Conversion { coding, ..plain.clone() };
        let (before, ..) = read(&samples::jpeg(), &plain);
        let mark = Some("Casa Lume <2026> 写真".to_owned());
        let (after, written_as, _) = read(&samples::jpeg(), &Conversion { mark, ..plain });
        assert_eq!((size(&after), written_as), (size(&before), format));
        let differs = |(one, other): (&Rgb<u8>, &Rgb<u8>)| one.0.iter().zip(other.0).any(|(a, b)| a.abs_diff(b) > 20);
        let (before, after) = (before.to_rgb8(), after.to_rgb8());
        let changed = before.pixels().zip(after.pixels()).filter(|pair| differs(*pair)).count();
        assert!(changed > 2_000, "{changed} pixels of {coding:?}");
    }
}
