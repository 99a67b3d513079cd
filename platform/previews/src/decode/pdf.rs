//! The first page of a PDF and the count of its pages, by hayro.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

use super::{Budget, Drawn, Facts};
use crate::failure::Failure;
use crate::picture::{Channels, Picture};

/// PDF's own limit for a side is 14,400 units; scaled units may go a little beyond.
const LONGEST_SIDE: f32 = 100_000.0;

pub(super) fn decode(source: Vec<u8>, budget: &Budget) -> Result<Drawn, Failure> {
    let pdf = Pdf::new(source).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Failure::Protected,
        LoadPdfError::Invalid => Failure::malformed("not a readable PDF"),
    })?;
    let pages = pdf.pages();
    let first = pages.first().ok_or_else(|| Failure::malformed("the document has no pages"))?;
    let (width, height) = first.render_dimensions();
    let long = width.max(height);
    if !(width >= 1.0 && height >= 1.0 && long.is_finite()) {
        return Err(Failure::malformed("the first page has no area"));
    }
    if long > LONGEST_SIDE {
        return Err(Failure::TooLarge);
    }
    // hayro cuts fractions off: a hair more keeps the long edge whole.
    let scale = |side: f32| ((side * budget.edge as f32 / long).max(1.0) + 0.01) / side;
    let pixmap = hayro::render(
        first,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings { x_scale: scale(width), y_scale: scale(height), bg_color: WHITE },
    );
    let (drawn_width, drawn_height) = (pixmap.width().into(), pixmap.height().into());
    let picture = Picture::new(pixmap.data_as_u8_slice().to_vec(), Channels::Rgba, drawn_width, drawn_height)?;
    let facts = Facts {
        width: width.round() as u32,
        height: height.round() as u32,
        pages: Some(u32::try_from(pages.len()).unwrap_or(u32::MAX)),
        taken_at: None,
    };
    Ok(Drawn::upright(picture, facts))
}
