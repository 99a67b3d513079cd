//! Small files of every format: left half red, right half blue, so that a mirrored or broken preview is noticed.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

pub const RED: [u8; 4] = [220, 30, 30, 255];
pub const BLUE: [u8; 4] = [30, 30, 220, 255];
pub const WIDTH: u32 = 640;
pub const HEIGHT: u32 = 400;

pub fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| {
        let [r, g, b, _] = if x < width / 2 { RED } else { BLUE };
        Rgb([r, g, b])
    })
}

/// Like `halves`, with the lower half clear.
pub fn halves_with_alpha() -> RgbaImage {
    RgbaImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let [r, g, b, _] = if x < WIDTH / 2 { RED } else { BLUE };
        Rgba([r, g, b, if y < HEIGHT / 2 { 255 } else { 0 }])
    })
}

pub fn encoded(format: ImageFormat) -> Vec<u8> {
    written(halves(WIDTH, HEIGHT).into(), format)
}

pub fn written(picture: DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub fn jpeg() -> Vec<u8> {
    jpeg_of(&halves(WIDTH, HEIGHT), None, false)
}

pub fn jpeg_of(picture: &RgbImage, exif: Option<&[u8]>, progressive: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_progressive(progressive);
    if let Some(exif) = exif {
        encoder.add_app_segment(1, [b"Exif\0\0", exif].concat()).unwrap();
    }
    encoder.encode(picture, picture.width() as u16, picture.height() as u16, ColorType::Rgb).unwrap();
    bytes
}

/// A big-endian TIFF header with orientation, capture time and offset, as a camera writes them.
pub fn exif(orientation: u16, taken: &str, offset: &str) -> Vec<u8> {
    let taken = [taken.as_bytes(), b"\0"].concat();
    let offset = [offset.as_bytes(), b"\0"].concat();
    let sub_at = 8 + 2 + 2 * 12 + 4;
    let taken_at = sub_at + 2 + 2 * 12 + 4;
    let offset_at = taken_at + taken.len();
    let mut out = b"MM\0\x2a\0\0\0\x08".to_vec();
    out.extend(2_u16.to_be_bytes());
    out.extend(entry(0x0112, 3, 1, u32::from(orientation) << 16));
    out.extend(entry(0x8769, 4, 1, sub_at as u32));
    out.extend([0; 4]);
    out.extend(2_u16.to_be_bytes());
    out.extend(entry(0x9003, 2, taken.len() as u32, taken_at as u32));
    out.extend(entry(0x9011, 2, offset.len() as u32, offset_at as u32));
    out.extend([0; 4]);
    out.extend(taken);
    out.extend(offset);
    out
}

fn entry(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
    [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
}

pub fn svg() -> Vec<u8> {
    br##"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40">
        <rect width="32" height="20" fill="#dc1e1e"/><rect x="32" width="32" height="20" fill="#1e1edc"/></svg>"##
        .to_vec()
}

pub fn pdf(pages: i32, width: f32, height: f32) -> Vec<u8> {
    use pdf_writer::{Content, Finish, Pdf, Rect, Ref};
    let (catalogue, tree) = (Ref::new(1), Ref::new(2));
    let page = |n: i32| Ref::new(10 + 2 * n);
    let mut pdf = Pdf::new();
    pdf.catalog(catalogue).pages(tree);
    pdf.pages(tree).kids((0..pages).map(page)).count(pages);
    for n in 0..pages {
        let drawing = Ref::new(11 + 2 * n);
        let mut leaf = pdf.page(page(n));
        leaf.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(drawing).resources();
        leaf.finish();
        let mut content = Content::new();
        content.set_fill_rgb(0.863, 0.118, 0.118).rect(0.0, 0.0, width / 2.0, height).fill_nonzero();
        content.set_fill_rgb(0.118, 0.118, 0.863).rect(width / 2.0, 0.0, width / 2.0, height).fill_nonzero();
        pdf.stream(drawing, &content.finish());
    }
    pdf.finish()
}
