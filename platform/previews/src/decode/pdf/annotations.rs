//! Draws annotations without an appearance of their own as common readers do. hayro draws the others.

use hayro::hayro_interpret::RectExt;
use hayro::hayro_syntax::object::dict::keys::{
    ANNOTS, AP, BORDER, BS, C, CA, F, IC, INKLIST, IRT, L, N, QUADPOINTS, RD, RECT, SUBTYPE, VERTICES, W,
};
use hayro::hayro_syntax::object::{self, Array, Dict, Name};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::{Affine, BezPath, Ellipse, Rect, Shape, Stroke};
use hayro::vello_cpu::RenderContext;
use hayro::vello_cpu::peniko::{BlendMode, Compose, Mix};

type Colour = hayro::vello_cpu::color::AlphaColor<hayro::vello_cpu::color::Srgb>;

const HIDDEN: u32 = 1 << 1;
const NO_VIEW: u32 = 1 << 5;
/// Beyond this, in points, a coordinate is a mistake.
const FARTHEST: f64 = 1e6;
/// How thick a line under or through text is, in points.
const LINE: f64 = 1.0;
/// How far the curve of an ellipse may be off, in points.
const TOLERANCE: f64 = 0.05;
/// The side of a note's sign, in points.
const NOTE: f64 = 16.0;
const YELLOW: Colour = Colour::from_rgb8(255, 255, 0);

#[derive(Default)]
struct Mark {
    path: BezPath,
    inside: Option<Colour>,
    edge: Option<Colour>,
    width: f64,
    /// As ink that text shows through.
    transparent: bool,
}

/// Draws over the canvas. `transform` leads from the page to it.
pub(super) fn draw(page: &Page<'_>, canvas: &mut RenderContext, transform: Affine) {
    canvas.take_current_state();
    canvas.reset_mask();
    canvas.set_transform(transform);
    for annotation in page.raw().get::<Array<'_>>(ANNOTS).iter().flat_map(Array::iter::<Dict<'_>>) {
        let hidden = annotation.get::<u32>(F).unwrap_or(0) & (HIDDEN | NO_VIEW) != 0;
        let has_appearance = annotation.get::<Dict<'_>>(AP).is_some_and(|appearance| appearance.contains_key(N));
        if hidden || has_appearance {
            continue;
        }
        if let Some(mark) = Mark::of(&annotation) {
            mark.draw(canvas);
        }
    }
}

impl Mark {
    fn of(annotation: &Dict<'_>) -> Option<Self> {
        let kind = annotation.get::<Name<'_>>(SUBTYPE)?;
        let mark = match &*kind {
            b"Highlight" | b"Underline" | b"StrikeOut" | b"Squiggly" => Self::of_text(annotation, &kind)?,
            b"Square" | b"Circle" | b"Polygon" | b"PolyLine" | b"Line" | b"Ink" => Self::of_shape(annotation, &kind)?,
            // Readers show a reply inside its note, so it is not drawn.
            b"Text" if !annotation.contains_key(IRT) => Self {
                path: note(area(annotation)?),
                inside: colour(annotation, C, Some(YELLOW)),
                edge: Some(Colour::BLACK),
                width: LINE,
                ..Self::default()
            },
            // The border is drawn only if the annotation asks for one, as most readers do.
            b"Link" => Self {
                path: inner(annotation, 0.0)?.to_path(TOLERANCE),
                edge: colour(annotation, C, Some(Colour::BLACK)),
                width: border(annotation)?,
                ..Self::default()
            },
            _ => return None,
        };
        Some(mark.faded(annotation.get::<f32>(CA).unwrap_or(1.0)))
    }

    fn of_text(annotation: &Dict<'_>, kind: &[u8]) -> Option<Self> {
        let quads = quads(annotation)?;
        if kind == b"Highlight" {
            let path = quads.iter().flat_map(|quad| quad.path_elements(TOLERANCE)).collect();
            let inside = colour(annotation, C, Some(YELLOW));
            return Some(Self { path, inside, transparent: true, ..Self::default() });
        }
        let path = match kind {
            b"Underline" => lines(&quads, |quad| quad.y0 + LINE),
            b"StrikeOut" => lines(&quads, |quad| (quad.y0 + quad.y1) / 2.0),
            _ => waves(&quads),
        };
        Some(Self { path, edge: colour(annotation, C, Some(Colour::BLACK)), width: LINE, ..Self::default() })
    }

    fn of_shape(annotation: &Dict<'_>, kind: &[u8]) -> Option<Self> {
        let width = border(annotation).unwrap_or(1.0);
        let path = match kind {
            b"Square" => inner(annotation, width / 2.0)?.to_path(TOLERANCE),
            b"Circle" => Ellipse::from_rect(inner(annotation, width / 2.0)?).to_path(TOLERANCE),
            b"Polygon" => joined(&numbers(annotation, VERTICES)?, true)?,
            b"PolyLine" => joined(&numbers(annotation, VERTICES)?, false)?,
            b"Line" => joined(&numbers(annotation, L)?, false)?,
            _ => {
                let mut path = BezPath::new();
                for stroke in annotation.get::<Array<'_>>(INKLIST)?.iter::<Array<'_>>() {
                    path.extend(joined(&sane(stroke.iter::<f64>().collect())?, false)?);
                }
                path
            }
        };
        let inside =
            if matches!(kind, b"Square" | b"Circle" | b"Polygon") { colour(annotation, IC, None) } else { None };
        let edge = colour(annotation, C, Some(Colour::BLACK));
        Some(Self { path, inside, edge, width, ..Self::default() })
    }

    fn faded(self, by: f32) -> Self {
        let fade = |colour: Colour| colour.multiply_alpha(by.clamp(0.0, 1.0));
        Self { inside: self.inside.map(fade), edge: self.edge.map(fade), ..self }
    }

    fn draw(&self, canvas: &mut RenderContext) {
        let mix = if self.transparent { Mix::Multiply } else { Mix::Normal };
        canvas.set_blend_mode(BlendMode::new(mix, Compose::SrcOver));
        if let Some(inside) = self.inside {
            canvas.set_paint(inside);
            canvas.fill_path(&self.path);
        }
        if let (Some(edge), true) = (self.edge, self.width > 0.0) {
            canvas.set_paint(edge);
            canvas.set_stroke(Stroke::new(self.width));
            canvas.stroke_path(&self.path);
        }
    }
}

/// `None` for a colour that is explicitly none; `absent` if none is stated.
fn colour(annotation: &Dict<'_>, key: &[u8], absent: Option<Colour>) -> Option<Colour> {
    let Some(said) = annotation.get::<Vec<f32>>(key) else { return absent };
    Some(match *said {
        [grey] => Colour::new([grey, grey, grey, 1.0]),
        [r, g, b] => Colour::new([r, g, b, 1.0]),
        [c, m, y, k] => Colour::new([c, m, y, 0.0].map(|ink| 1.0 - (ink + k).min(1.0))).with_alpha(1.0),
        _ => return None,
    })
}

/// The stated width of the border.
fn border(annotation: &Dict<'_>) -> Option<f64> {
    let style = annotation.get::<Dict<'_>>(BS).map(|style| style.get::<f64>(W).unwrap_or(1.0));
    let width = style.or_else(|| annotation.get::<Array<'_>>(BORDER)?.iter::<f64>().nth(2))?;
    Some(width.clamp(0.0, 100.0))
}

fn sane(numbers: Vec<f64>) -> Option<Vec<f64>> {
    numbers.iter().all(|number| number.abs() < FARTHEST).then_some(numbers)
}

fn numbers(annotation: &Dict<'_>, key: &[u8]) -> Option<Vec<f64>> {
    sane(annotation.get::<Vec<f64>>(key)?)
}

fn area(annotation: &Dict<'_>) -> Option<Rect> {
    numbers(annotation, RECT)?;
    Some(annotation.get::<object::Rect>(RECT)?.to_kurbo())
}

/// The annotation's area less the differences it names and less `by` on each side.
fn inner(annotation: &Dict<'_>, by: f64) -> Option<Rect> {
    let (area, less) = (area(annotation)?, numbers(annotation, RD).unwrap_or_default());
    let [left, bottom, right, top] = less[..] else { return Some(area.inset(-by)) };
    Some(Rect::new(area.x0 + left, area.y0 + bottom, area.x1 - right, area.y1 - top).inset(-by))
}

/// The areas of the marked text: writers disagree about the order of the corners, so upright areas are taken.
fn quads(annotation: &Dict<'_>) -> Option<Vec<Rect>> {
    let Some(corners) = numbers(annotation, QUADPOINTS) else { return Some(vec![area(annotation)?]) };
    let quad = |c: &[f64]| {
        let side = |one: usize, two: usize| Rect::from_points((c[one], c[one + 1]), (c[two], c[two + 1]));
        side(0, 2).union(side(4, 6))
    };
    Some(corners.chunks_exact(8).map(quad).collect())
}

fn lines(quads: &[Rect], height: impl Fn(&Rect) -> f64) -> BezPath {
    let mut path = BezPath::new();
    for quad in quads {
        path.move_to((quad.x0, height(quad)));
        path.line_to((quad.x1, height(quad)));
    }
    path
}

fn waves(quads: &[Rect]) -> BezPath {
    let mut path = BezPath::new();
    for quad in quads {
        path.move_to((quad.x0, quad.y0 + LINE));
        let steps = ((quad.width() / 2.0) as usize).min(1000);
        for step in 1..=steps {
            let up = if step % 2 == 1 { 2.0 } else { 0.0 };
            path.line_to((quad.x0 + step as f64 * 2.0, quad.y0 + LINE + up));
        }
    }
    path
}

/// A sheet with three lines, at the area's upper left corner.
fn note(area: Rect) -> BezPath {
    let sheet = Rect::new(area.x0, area.y1 - NOTE, area.x0 + NOTE, area.y1);
    let line = |step: f64| Rect::new(sheet.x0 + 4.0, 0.0, sheet.x1 - 4.0, sheet.y1 - step * NOTE / 4.0);
    let mut path = sheet.to_path(TOLERANCE);
    path.extend(lines(&[1.0, 2.0, 3.0].map(line), |line| line.y1));
    path
}

fn joined(points: &[f64], closed: bool) -> Option<BezPath> {
    let mut points = points.chunks_exact(2).map(|point| (point[0], point[1]));
    let mut path = BezPath::new();
    path.move_to(points.next()?);
    points.for_each(|point| path.line_to(point));
    if closed {
        path.close_path();
    }
    Some(path)
}
