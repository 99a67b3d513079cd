//! Things turned on a lathe, on a plinth, before seamless paper: the pack shot.

use crate::canvas::{Canvas, Colour, step};
use crate::palette::{Scheme, any_scheme};
use crate::seeded_rng::SeededRng;

/// Radius at evenly spaced heights from foot to top, in units of the height; where the label lies; where the cap
/// begins.
struct Shape {
    radii: &'static [f32],
    label: (f32, f32),
    cap: f32,
}

const SHAPES: [Shape; 7] = [
    // bottle
    Shape {
        radii: &[0.19, 0.20, 0.20, 0.20, 0.20, 0.20, 0.185, 0.12, 0.075, 0.07, 0.07, 0.085, 0.085],
        label: (0.14, 0.46),
        cap: 0.88,
    },
    // jar
    Shape {
        radii: &[0.33, 0.36, 0.36, 0.36, 0.36, 0.36, 0.36, 0.34, 0.30, 0.34, 0.34, 0.34],
        label: (0.18, 0.58),
        cap: 0.78,
    },
    // tube
    Shape {
        radii: &[0.13, 0.16, 0.18, 0.19, 0.20, 0.21, 0.21, 0.21, 0.21, 0.205, 0.20],
        label: (0.30, 0.78),
        cap: 2.0,
    },
    // can
    Shape {
        radii: &[0.23, 0.26, 0.26, 0.26, 0.26, 0.26, 0.26, 0.26, 0.26, 0.26, 0.235],
        label: (0.10, 0.88),
        cap: 0.965,
    },
    // vase
    Shape {
        radii: &[0.17, 0.24, 0.30, 0.33, 0.33, 0.29, 0.22, 0.15, 0.11, 0.11, 0.15, 0.18],
        label: (2.0, 2.0),
        cap: 2.0,
    },
    // dropper
    Shape {
        radii: &[0.21, 0.22, 0.22, 0.22, 0.22, 0.20, 0.12, 0.11, 0.11, 0.11, 0.065, 0.06, 0.045],
        label: (0.10, 0.36),
        cap: 0.52,
    },
    // candle
    Shape { radii: &[0.31, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33], label: (0.25, 0.70), cap: 0.93 },
];

struct Piece<'a> {
    shape: &'a Shape,
    middle: f32,
    foot: f32,
    height: f32,
    body: Colour,
    label: Colour,
    cap: Colour,
    stripe: Colour,
    matte: bool,
}

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let scheme = any_scheme(rng);
    let floor = rng.between(0.66, 0.74);
    paper(canvas, rng, scheme, floor);
    let foot = floor + rng.between(0.08, 0.12);
    let count = if canvas.aspect > 1.2 { 1 + rng.below(3) } else { 1 };
    let tall = [0.68, 0.62, 0.56][count - 1] * rng.between(0.92, 1.05);
    let first = rng.below(SHAPES.len());
    for at in 0..count {
        let middle = canvas.aspect * 0.5 + (at as f32 - (count - 1) as f32 / 2.0) * 0.42;
        let lift = plinth(canvas, rng, scheme, middle, foot);
        let colours = [scheme.hero, scheme.second, scheme.accent];
        let body = colours[(at + rng.below(2)) % 3];
        let label = if body == scheme.second { scheme.hero } else { scheme.second };
        let piece = Piece {
            shape: &SHAPES[(first + at * 2) % SHAPES.len()],
            middle,
            foot: foot - lift,
            height: tall * rng.between(0.86, 1.0),
            body,
            label,
            cap: if rng.chance(0.5) { Colour::hex(0xd4af7a) } else { scheme.accent.mix(Colour(0.08, 0.08, 0.10), 0.5) },
            stripe: scheme.accent,
            matte: rng.chance(0.4),
        };
        turn(canvas, &piece);
    }
}

fn paper(canvas: &mut Canvas, rng: &mut SeededRng, scheme: &Scheme, floor: f32) {
    let spot = (canvas.aspect * rng.between(0.25, 0.75), rng.between(0.2, 0.45));
    let window = rng.chance(0.35);
    let disc = (!window && rng.chance(0.45)).then(|| (canvas.aspect * 0.5, floor - 0.3, rng.between(0.30, 0.38)));
    canvas.paint(|u, v, _| {
        let light = (-(u - spot.0).hypot(v - spot.1) * 1.5).exp();
        let bend = step(floor - 0.10, floor + 0.10, v);
        let mut tone = scheme.backdrop.mix(scheme.floor, bend).scale(0.88 + light * 0.22);
        if let Some((x, y, radius)) = disc {
            tone = tone.mix(
                scheme.accent.mix(scheme.backdrop, 0.35),
                step(0.002, -0.002, (u - x).hypot(v - y) - radius) * (1.0 - bend),
            );
        }
        if window {
            let pane = |at: f32| step(0.0, 0.04, at.rem_euclid(1.0)) * step(0.86, 0.82, at.rem_euclid(1.0));
            let (x, y) = ((u + v * 0.35) * 3.2, (v - u * 0.12) * 3.0);
            tone = tone.lit(Colour(1.0, 0.96, 0.88), pane(x) * pane(y) * step(0.75, 0.25, (u - spot.0).abs()) * 0.20);
        }
        tone
    });
}

/// Returns by how much it raises the object on it.
fn plinth(canvas: &mut Canvas, rng: &mut SeededRng, scheme: &Scheme, middle: f32, foot: f32) -> f32 {
    let lift = if rng.chance(0.6) { rng.between(0.04, 0.10) } else { 0.0 };
    canvas.shadow((middle + 0.14, foot + 0.02), (0.34, 0.065), 0.32);
    canvas.shadow((middle, foot + 0.012), (0.22, 0.03), 0.35);
    if lift == 0.0 {
        return 0.0;
    }
    let (half, squash) = (0.235, 0.22);
    let colour = scheme.backdrop.mix(scheme.second, 0.5);
    let soft = canvas.pixel;
    canvas.paint_within((middle - half, foot - lift - 0.1), (middle + half, foot + 0.1), |u, v, under| {
        let x = ((u - middle) / half).clamp(-1.0, 1.0);
        let bow = (1.0 - x * x).sqrt() * half * squash;
        let side = colour.scale(0.86 - x * 0.18 - x * x * 0.08);
        let inside = step(-soft, soft, foot + bow - v) * step(-soft, soft, v - (foot - lift - bow));
        let top = step(soft, -soft, v - (foot - lift + bow));
        under.mix(side.mix(colour.scale(1.04), top), inside)
    });
    canvas.shadow((middle + 0.05, foot - lift + 0.008), (0.15, 0.028), 0.42);
    lift
}

fn turn(canvas: &mut Canvas, piece: &Piece) {
    let widest = piece.shape.radii.iter().fold(0.0_f32, |a, b| a.max(*b)) * piece.height;
    let soft = canvas.pixel * 1.1;
    let bow = 0.16;
    let from = (piece.middle - widest, piece.foot - piece.height - 0.05);
    let to = (piece.middle + widest, piece.foot + widest * bow + 0.01);
    canvas.paint_within(from, to, |u, v, under| {
        let flat = ((piece.foot - v) / piece.height).clamp(0.0, 1.0);
        let radius = radius_at(piece.shape, flat) * piece.height;
        let x = ((u - piece.middle) / radius).clamp(-1.0, 1.0);
        let z = (1.0 - x * x).sqrt();
        // Seen from a little above: every ring bows down in the middle.
        let up = (piece.foot - v + radius * bow * z) / piece.height;
        let rim = radius * bow * 0.55 * z / piece.height;
        let inside = step(-soft, soft, radius - (u - piece.middle).abs())
            * step(-soft, soft, up * piece.height)
            * step(-soft, soft, (1.0 - up + 2.0 * rim) * piece.height);
        let lid = step(1.0 - soft / piece.height, 1.0 + soft / piece.height, up);
        under.mix(surface(piece, x, z, up).mix(top(piece, x), lid), inside)
    });
}

fn top(piece: &Piece, x: f32) -> Colour {
    let colour = if piece.shape.cap <= 1.0 { piece.cap } else { piece.body };
    colour.lit(Colour(1.0, 1.0, 1.0), 0.22 - x * 0.08)
}

fn surface(piece: &Piece, x: f32, z: f32, up: f32) -> Colour {
    let (low, high) = piece.shape.label;
    let capped = up > piece.shape.cap;
    let labelled = up > low && up < high && !capped;
    let mut colour = if capped { piece.cap } else { piece.body };
    if labelled {
        colour = print(piece, x.asin(), (up - low) / (high - low));
    }
    let light = (z * 0.72 - x * 0.46).max(0.0);
    let shaded = colour.scale(0.42 + light * 0.66).mix(colour.scale(0.5), step(0.82, 1.0, x.abs()) * 0.5);
    if capped && !piece.matte {
        let groove = ((x.asin() * 34.0).sin() * 0.5 + 0.5) * 0.10;
        return shaded.scale(1.0 - groove).lit(Colour(1.0, 1.0, 1.0), softbox(x, -0.45, 0.10) * 0.45);
    }
    let gloss = if labelled || piece.matte { 0.14 } else { 0.62 };
    shaded
        .lit(Colour(1.0, 1.0, 1.0), softbox(x, -0.52, 0.11) * gloss)
        .lit(Colour(0.92, 0.96, 1.0), softbox(x, 0.74, 0.05) * gloss * 0.55)
}

/// The tall bright window of a studio lamp.
fn softbox(x: f32, middle: f32, half: f32) -> f32 {
    step(half * 1.5, half * 0.6, (x - middle).abs())
}

/// A mark, two lines of "type" and a coloured foot, wrapped around.
fn print(piece: &Piece, angle: f32, up: f32) -> Colour {
    let paper = piece.label;
    let ink = piece.stripe.mix(Colour(0.1, 0.1, 0.12), 0.25);
    let ring = (angle * 0.62).hypot((up - 0.68) * 1.1);
    let mark = step(0.012, -0.012, (ring - 0.17).abs() - 0.022).max(step(0.012, -0.012, ring - 0.08));
    let line = |at: f32, half: f32, thick: f32| {
        step(0.01, -0.01, (up - at).abs() - thick) * step(0.02, -0.02, angle.abs() - half)
    };
    let dashes = step(0.3, 0.4, (angle * 26.0).sin() * 0.5 + 0.5);
    let words = line(0.36, 0.42, 0.022) + line(0.25, 0.30, 0.014) * dashes;
    let foot = step(0.12, 0.11, up);
    paper.mix(ink, (mark + words).min(1.0)).mix(piece.stripe, foot)
}

fn radius_at(shape: &Shape, up: f32) -> f32 {
    let place = up.clamp(0.0, 0.9999) * (shape.radii.len() - 1) as f32;
    let below = place as usize;
    let t = place.fract();
    let eased = t * t * (3.0 - 2.0 * t);
    shape.radii[below] + (shape.radii[below + 1] - shape.radii[below]) * eased
}
