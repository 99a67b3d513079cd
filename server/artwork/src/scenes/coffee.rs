//! A cup from above, with a drawn heart of milk, beans and a long morning shadow.

use crate::canvas::{Canvas, Colour, step};
use crate::palette::any_scheme;
use crate::seeded_rng::SeededRng;

const BREW: [u32; 3] = [0x3b1d0f, 0x6b3a1e, 0xc58a52];

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let scheme = any_scheme(rng);
    if rng.chance(0.5) {
        planks(canvas, rng);
    } else {
        let split = canvas.aspect * rng.between(0.35, 0.65);
        let lean = rng.between(-0.4, 0.4);
        canvas.paint(|u, v, _| {
            let side = step(-0.001, 0.001, u - split - (v - 0.5) * lean);
            scheme.backdrop.mix(scheme.hero.mix(scheme.backdrop, 0.35), side).scale(1.04 - v * 0.1)
        });
    }
    for _ in 0..14 + rng.below(22) {
        let place = (canvas.aspect * rng.unit(), rng.unit());
        bean(canvas, place, rng.between(0.022, 0.030), rng.between(0.0, std::f32::consts::PI));
    }
    let middle = (canvas.aspect * rng.between(0.38, 0.62), rng.between(0.45, 0.55));
    cup(canvas, rng, middle, rng.clone().between(0.24, 0.29), scheme.second, scheme.accent);
}

fn planks(canvas: &mut Canvas, rng: &mut SeededRng) {
    let (grain, dark) = (rng.noise(), rng.between(0.0, 0.45));
    let (light, deep) = (Colour::hex(0xc99a6b).scale(1.0 - dark), Colour::hex(0x7b4f2d).scale(1.0 - dark));
    canvas.paint(|u, v, _| {
        let board = (v * 5.0).floor();
        let vein = grain.layered(u * 2.0 + board * 7.7, v * 46.0 + board * 3.1, 5);
        let ring = ((vein * 9.0 + u * 0.8).sin() * 0.5 + 0.5) * 0.5;
        let seam = step(0.012, 0.0, (v * 5.0).fract().min(1.0 - (v * 5.0).fract()));
        let tint = 0.92 + grain.at(board * 5.3, 0.0) * 0.16;
        deep.mix(light, 0.35 + ring * 0.5 + (vein - 0.5) * 0.5).scale(tint * (1.0 - seam * 0.55))
    });
}

fn cup(canvas: &mut Canvas, rng: &mut SeededRng, (u, v): (f32, f32), size: f32, china: Colour, band: Colour) {
    let edge = canvas.pixel * 1.2;
    for far in 0..7 {
        let reach = far as f32 * 0.035;
        canvas.shadow((u + 0.04 + reach, v + 0.03 + reach * 0.6), (size * 1.15, size * 1.15), 0.10);
    }
    let ring = |canvas: &mut Canvas, radius: f32, colour: Colour| canvas.disc((u, v), radius, edge, colour, 1.0);
    ring(canvas, size * 1.5, china.scale(0.97));
    ring(canvas, size * 1.46, band);
    ring(canvas, size * 1.42, china);
    canvas.paint_within((u - size * 1.5, v - size * 1.5), (u + size * 1.5, v + size * 1.5), |x, y, under| {
        let distance = (x - u).hypot(y - v) / size;
        let tilt = ((x - u) + (y - v)) / size;
        let inside = step(1.45, 1.40, distance);
        under.scale(1.0 - inside * (0.10 * step(1.25, 0.95, distance) + tilt * 0.05))
    });
    canvas.shadow((u + size * 0.16, v + size * 0.14), (size * 0.85, size * 0.85), 0.55);
    handle(canvas, (u, v), size, china);
    ring(canvas, size, china.lit(Colour(1.0, 1.0, 1.0), 0.35));
    ring(canvas, size * 0.91, china.scale(0.72));
    brew(canvas, rng, (u, v), size * 0.87);
}

fn handle(canvas: &mut Canvas, (u, v): (f32, f32), size: f32, china: Colour) {
    let (from, to) = ((u + size * 0.72, v - size * 0.72), (u + size * 1.08, v - size * 1.08));
    for at in 0..=24 {
        let t = at as f32 / 24.0;
        let place = (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
        canvas.disc(place, size * 0.10, canvas.pixel * 1.5, china.scale(0.86 + t * 0.12), 1.0);
    }
}

fn brew(canvas: &mut Canvas, rng: &mut SeededRng, (u, v): (f32, f32), radius: f32) {
    let [dark, brown, crema] = BREW.map(Colour::hex);
    let (swirl, milk) = (rng.noise(), Colour::hex(0xfbeeda));
    let art = rng.chance(0.75);
    let edge = canvas.pixel / radius;
    canvas.paint_within((u - radius, v - radius), (u + radius, v + radius), |x, y, under| {
        let (x, y) = ((x - u) / radius, (y - v) / radius);
        let distance = x.hypot(y);
        let foam = swirl.layered(x * 5.0, y * 5.0, 4);
        let base =
            brown.mix(crema, step(0.3, 1.0, distance) * 0.55 + foam * 0.35).mix(dark, step(0.86, 1.0, distance) * 0.8);
        let drawn = if art { base.mix(milk, heart(x, y) * (0.85 + foam * 0.15)) } else { base.mix(dark, 0.55) };
        let shade = 1.0 - step(0.35, 1.0, -x * 0.7 - y * 0.7) * 0.35;
        under.mix(drawn.scale(shade), 1.0 - step(1.0 - edge * 2.0, 1.0, distance))
    });
}

/// A heart with a smaller one left brown inside it, as poured; 0 to 1.
fn heart(x: f32, y: f32) -> f32 {
    let field = |size: f32| {
        let (x, y) = (x / size, 0.12 - y / size);
        (x * x + y * y - 1.0).powi(3) - x * x * y.powi(3)
    };
    let rim = step(0.05, -0.05, field(0.40)) * step(-0.05, 0.05, field(0.31));
    step(0.04, -0.04, field(0.58)) * (1.0 - rim * 0.85)
}

fn bean(canvas: &mut Canvas, (u, v): (f32, f32), size: f32, turn: f32) {
    canvas.shadow((u + size * 0.5, v + size * 0.4), (size * 1.1, size * 0.9), 0.45);
    let dark = Colour::hex(0x3a2013);
    canvas.paint_within((u - size * 1.3, v - size * 1.3), (u + size * 1.3, v + size * 1.3), |x, y, under| {
        let (dx, dy) = ((x - u) / size, (y - v) / size);
        let (along, across) = (dx * turn.cos() + dy * turn.sin(), dy * turn.cos() - dx * turn.sin());
        let inside = step(1.05, 0.97, (along * along + (across / 0.68).powi(2)).sqrt());
        let slit = step(0.09, 0.03, (across - 0.10 * (along * 3.0).sin()).abs());
        let shine = (-((dx + 0.35).powi(2) + (dy + 0.4).powi(2)) * 5.0).exp() * 0.4;
        under.mix(dark.lit(Colour::hex(0xd9a06b), shine + 0.12).scale(1.0 - slit * 0.7), inside)
    });
}
