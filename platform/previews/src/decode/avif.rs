//! AVIF: one AV1 picture in a container that states its orientation and colour profile.

use re_rav1d::dav1d::{
    self, Decoder, Picture as Frame, PixelLayout, PlanarImageComponent as Component, Plane, Settings,
};

use super::{Budget, Drawn, Facts};
use crate::failure::Failure;
use crate::picture::{Channels, Picture};
use crate::ycbcr::{Coefficients, Matrix};

/// Bytes per pixel of the decoded luma and chroma, and of the picture.
const BYTES_OF_PIXEL: u64 = 6;

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    let file = avif_parse::read_avif(&mut &source[..]).map_err(Failure::malformed)?;
    let about = file.primary_item_metadata().map_err(Failure::malformed)?;
    let (width, height) = (about.max_frame_width.get().into(), about.max_frame_height.get().into());
    budget.admit(width, height)?;
    if width * height * BYTES_OF_PIXEL > budget.max_bytes {
        return Err(Failure::TooLarge);
    }
    let frame = frame(&file.primary_item, budget)?;
    let (width, height) = (frame.width(), frame.height());
    let mut picture = coloured(&frame)?;
    if let Some(alpha) = &file.alpha_item {
        let alpha = self::frame(alpha, budget)?;
        if (alpha.width(), alpha.height()) == (width, height) {
            picture = picture.with_alpha(&light(&alpha));
        }
    }
    let properties = properties(source);
    let orientation = orientation(properties);
    let icc = profile(properties).map(<[u8]>::to_vec);
    Ok(Drawn { picture, facts: Facts { width, height, ..Facts::default() }, orientation, icc })
}

fn frame(stream: &[u8], budget: &Budget) -> Result<Frame, Failure> {
    let mut settings = Settings::new();
    settings.set_n_threads(1);
    settings.set_max_frame_delay(1);
    settings.set_frame_size_limit(u32::try_from(budget.max_pixels).unwrap_or(u32::MAX));
    let mut decoder = Decoder::with_settings(&settings).map_err(Failure::malformed)?;
    let mut sent = decoder.send_data(stream.to_vec(), None, None, None);
    for _ in 0..64 {
        match decoder.get_picture() {
            Ok(frame) => return Ok(frame),
            Err(dav1d::Error::Again) if matches!(sent, Err(dav1d::Error::Again)) => sent = decoder.send_pending_data(),
            Err(dav1d::Error::Again) => {}
            Err(error) => return Err(Failure::malformed(error)),
        }
    }
    Err(Failure::malformed("the AV1 stream has no picture"))
}

/// One plane of a frame, whose rows may be longer than the picture.
struct Samples<'p> {
    bytes: &'p [u8],
    stride: usize,
    deep: bool,
}

impl<'p> Samples<'p> {
    fn of(frame: &Frame, component: Component, plane: &'p Plane) -> Self {
        Self { bytes: plane, stride: frame.stride(component) as usize, deep: frame.bit_depth() > 8 }
    }

    fn at(&self, column: usize, row: usize) -> u16 {
        let from = row * self.stride;
        if self.deep {
            let pair = self.bytes.get(from + 2 * column..from + 2 * column + 2);
            pair.map_or(0, |pair| u16::from_ne_bytes([pair[0], pair[1]]))
        } else {
            self.bytes.get(from + column).copied().map_or(0, u16::from)
        }
    }
}

fn light(frame: &Frame) -> Vec<u8> {
    let plane = frame.plane(Component::Y);
    let samples = Samples::of(frame, Component::Y, &plane);
    let shift = frame.bit_depth().saturating_sub(8);
    let full = is_full(frame);
    let mut light = Vec::with_capacity(frame.width() as usize * frame.height() as usize);
    for row in 0..frame.height() as usize {
        light.extend((0..frame.width() as usize).map(|column| {
            let value = (samples.at(column, row) >> shift).min(255) as u8;
            if full { value } else { ((f32::from(value) - 16.0) * 255.0 / 219.0).clamp(0.0, 255.0) as u8 }
        }));
    }
    light
}

fn is_full(frame: &Frame) -> bool {
    matches!(frame.color_range(), dav1d::pixel::YUVRange::Full)
}

fn coloured(frame: &Frame) -> Result<Picture, Failure> {
    use dav1d::pixel::MatrixCoefficients as Written;
    let (width, height) = (frame.width() as usize, frame.height() as usize);
    let (across, down) = match frame.pixel_layout() {
        PixelLayout::I400 => return Picture::new(light(frame), Channels::Grey, frame.width(), frame.height()),
        PixelLayout::I420 => (1, 1),
        PixelLayout::I422 => (1, 0),
        PixelLayout::I444 => (0, 0),
    };
    let matrix = match frame.matrix_coefficients() {
        Written::Identity => Matrix::Identity,
        Written::BT709 => Matrix::Bt709,
        Written::BT2020NonConstantLuminance | Written::BT2020ConstantLuminance => Matrix::Bt2020,
        Written::YCgCo => Matrix::YCgCo,
        _ => Matrix::Bt601,
    };
    let coefficients = Coefficients::of(matrix, is_full(frame), frame.bit_depth() as u8);
    let components = [Component::Y, Component::U, Component::V];
    let planes = components.map(|component| frame.plane(component));
    let [y, cb, cr] = [0, 1, 2].map(|at: usize| Samples::of(frame, components[at], &planes[at]));
    let mut rgb = Vec::with_capacity(width * height * 3);
    for row in 0..height {
        for column in 0..width {
            let shared = (column >> across, row >> down);
            rgb.extend(coefficients.rgb(y.at(column, row), cb.at(shared.0, shared.1), cr.at(shared.0, shared.1)));
        }
    }
    Picture::new(rgb, Channels::Rgb, frame.width(), frame.height())
}

/// The container's item properties; in a still picture they apply to the picture.
fn properties(source: &[u8]) -> &[u8] {
    let meta = body(source, b"meta").and_then(|body| body.get(4..)).unwrap_or(&[]);
    body(meta, b"iprp").and_then(|body| self::body(body, b"ipco")).unwrap_or(&[])
}

fn boxes(within: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = within;
    std::iter::from_fn(move || {
        let size = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let size = if size == 0 { rest.len() } else { size };
        let (kind, body) = (rest.get(4..8)?, rest.get(8..size)?);
        rest = rest.get(size..)?;
        Some((kind, body))
    })
}

fn body<'s>(within: &'s [u8], wanted: &[u8; 4]) -> Option<&'s [u8]> {
    boxes(within).find(|(kind, _)| kind == wanted).map(|(_, body)| body)
}

/// `irot` turns anticlockwise in quarters, and before `imir`, which mirrors: together one of EXIF's eight.
fn orientation(properties: &[u8]) -> u8 {
    let quarters = body(properties, b"irot").and_then(|body| body.first()).map_or(0, |turn| turn & 3);
    let mirror = body(properties, b"imir").and_then(|body| body.first()).map(|axis| axis & 1);
    match (quarters, mirror) {
        (0, None) => 1,
        (1, None) => 8,
        (2, None) => 3,
        (_, None) => 6,
        // Axis 0 exchanges top and bottom, axis 1 left and right.
        (0, Some(0)) | (2, Some(1)) => 4,
        (0, Some(_)) | (2, Some(_)) => 2,
        (1, Some(0)) | (3, Some(1)) => 5,
        (_, Some(_)) => 7,
    }
}

fn profile(properties: &[u8]) -> Option<&[u8]> {
    boxes(properties)
        .filter(|(kind, _)| kind == b"colr")
        .find_map(|(_, body)| body.strip_prefix(b"prof").or_else(|| body.strip_prefix(b"rICC")))
}
