//! A photograph as a camera would file it: JPEG with the time it was taken.

use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};

use super::canvas::Canvas;
use super::scenes::Subject;
use super::seeded_rng::SeededRng;

const QUALITY: u8 = 88;

/// Any subject; neighbouring seeds differ in kind.
pub fn photograph(seed: u64, width: u16, height: u16) -> Vec<u8> {
    let subject = Subject::ALL[(seed % Subject::ALL.len() as u64) as usize];
    photograph_of(subject, seed, width, height)
}

pub fn photograph_of(subject: Subject, seed: u64, width: u16, height: u16) -> Vec<u8> {
    let pixels = painted(subject, seed, width, height);
    encoded(&pixels, seed, width, height).expect("an encoder that writes to memory takes every size but zero")
}

/// RGB, 8 bits.
pub fn painted(subject: Subject, seed: u64, width: u16, height: u16) -> Vec<u8> {
    let (width, height) = (width.into(), height.into());
    let mut rng = SeededRng::new(seed);
    let mut canvas = Canvas::for_picture(width, height);
    subject.paint(&mut canvas, &mut rng);
    canvas.develop(width, height, &mut rng)
}

fn encoded(pixels: &[u8], seed: u64, width: u16, height: u16) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, QUALITY);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.add_app_segment(1, exif(&taken(seed)))?;
    encoder.encode(pixels, width, height, ColorType::Rgb)?;
    Ok(file)
}

/// A day in 2024 or 2025, by daylight.
fn taken(seed: u64) -> String {
    let mut rng = SeededRng::new(seed ^ 0x0e1f);
    let (year, month, day) = (2024 + rng.below(2), 1 + rng.below(12), 1 + rng.below(28));
    let (hour, minute, second) = (6 + rng.below(13), rng.below(60), rng.below(60));
    format!("{year}:{month:02}:{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// One directory with the camera's name, one with DateTimeOriginal (0x9003); big-endian TIFF.
fn exif(taken: &str) -> Vec<u8> {
    const MAKE: &[u8] = b"Vitrine Studio\0";
    const MAIN: u32 = 8;
    const SUB: u32 = MAIN + 2 + 2 * 12 + 4;
    const TEXTS: u32 = SUB + 2 + 12 + 4;
    let text = |tag: u16, length: usize, at: u32| entry(tag, 2, length as u32, at);
    [
        &b"Exif\0\0MM\0\x2a\0\0\0\x08"[..],
        &2_u16.to_be_bytes(),
        &text(0x010f, MAKE.len(), TEXTS),
        &entry(0x8769, 4, 1, SUB),
        &[0; 4],
        &1_u16.to_be_bytes(),
        &text(0x9003, taken.len() + 1, TEXTS + MAKE.len() as u32),
        &[0; 4],
        MAKE,
        taken.as_bytes(),
        &[0],
    ]
    .concat()
}

fn entry(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
    [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
}
