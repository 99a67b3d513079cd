//! The first page of a PDF and the count of its pages, by hayro.

mod annotations;

use hayro::hayro_interpret::{InterpreterSettings, TransformExt};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{self, Pixmap, RasterizerSettings, RenderContext, TargetInit};
use hayro::{RenderCache, RenderSettings};

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
    let (wide, high) = budget.wanted.fill(width, height);
    let pixmap = draw(first, u16::try_from(wide).unwrap_or(u16::MAX), u16::try_from(high).unwrap_or(u16::MAX));
    let (drawn_width, drawn_height) = (pixmap.width().into(), pixmap.height().into());
    let picture = Picture::new(pixmap.data_as_u8_slice().to_vec(), Channels::Rgba, drawn_width, drawn_height)?;
    let facts = Facts {
        width: width.round() as u32,
        height: height.round() as u32,
        scales: true,
        pages: Some(u32::try_from(pages.len()).unwrap_or(u32::MAX)),
        ..Facts::default()
    };
    Ok(Drawn::upright(picture, facts))
}

/// The page on white paper, stretched to so many pixels.
fn draw(page: &Page<'_>, width: u16, height: u16) -> Pixmap {
    let (page_width, page_height) = page.render_dimensions();
    let scale =
        Affine::scale_non_uniform(f64::from(width) / f64::from(page_width), f64::from(height) / f64::from(page_height));
    let transform = scale * page.initial_transform(true).to_kurbo();
    let mut canvas = RenderContext::new(width, height);
    let (settings, cache) = (InterpreterSettings::default(), RenderCache::new());
    hayro::render_into(page, &cache, &settings, &RenderSettings::default(), &mut canvas, transform);
    annotations::draw(page, &mut canvas, transform);
    canvas.flush();
    let mut pixmap = Pixmap::new(width, height);
    let paper = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
    canvas.render_with(&mut pixmap, &mut vello_cpu::Resources::default(), paper);
    pixmap
}
