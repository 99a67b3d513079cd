//! Fruit on a coloured table in studio light.

use crate::canvas::{Canvas, Colour, step};
use crate::palette::any_scheme;
use crate::seeded_rng::{Noise, SeededRng};

/// Shadow and light side of an orange, lemon, lime (these show segments when cut), plum, apple, peach.
const KINDS: [(u32, u32); 6] = [
    (0xb3470a, 0xffa02e),
    (0xb8860b, 0xffe14d),
    (0x4c6b16, 0xb7d94c),
    (0x35133f, 0x8a4aa0),
    (0x7d0f1c, 0xe8483f),
    (0xc2543f, 0xffc08a),
];

const CITRUS: usize = 3;

struct Fruit {
    middle: (f32, f32),
    radius: f32,
    dark: Colour,
    bright: Colour,
    skin: Noise,
    cut: bool,
}

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let scheme = any_scheme(rng);
    let table = rng.between(0.50, 0.62);
    canvas.paint(|_, v, _| {
        let wall = scheme.backdrop.scale(0.94 + v * 0.1);
        let top = scheme.floor.mix(scheme.accent, 0.25).scale(1.02 - (v - table) * 0.35);
        wall.mix(top, step(-0.002, 0.002, v - table))
    });
    let count = 3 + rng.below(5);
    let kinds = [rng.below(KINDS.len()), rng.below(KINDS.len())];
    let mut bowl: Vec<Fruit> = (0..count)
        .map(|at| {
            let kind = kinds[rng.below(2)];
            let (dark, bright) = KINDS[kind];
            let radius = rng.between(0.13, 0.19);
            let share = (at as f32 + 0.5) / count as f32;
            let u = canvas.aspect * (0.14 + 0.72 * share) + rng.between(-0.06, 0.06);
            let foot = table + rng.between(0.10, 0.32);
            let (dark, bright) = (Colour::hex(dark), Colour::hex(bright));
            Fruit {
                middle: (u, foot - radius),
                radius,
                dark,
                bright,
                skin: rng.noise(),
                cut: kind < CITRUS && rng.chance(0.35),
            }
        })
        .collect();
    bowl.sort_by(|a, b| (a.middle.1 + a.radius).total_cmp(&(b.middle.1 + b.radius)));
    for fruit in &bowl {
        let foot = (fruit.middle.0 + fruit.radius * 0.55, fruit.middle.1 + fruit.radius * 0.93);
        canvas.shadow(foot, (fruit.radius * 1.5, fruit.radius * 0.42), 0.42);
        canvas.shadow((fruit.middle.0, foot.1), (fruit.radius * 0.7, fruit.radius * 0.16), 0.5);
    }
    for fruit in &bowl {
        if fruit.cut { half(canvas, fruit) } else { ball(canvas, fruit, scheme.floor) }
    }
}

fn ball(canvas: &mut Canvas, fruit: &Fruit, table: Colour) {
    let ((u, v), radius) = (fruit.middle, fruit.radius);
    let soft = canvas.pixel / radius * 1.2;
    canvas.paint_within((u - radius, v - radius), (u + radius, v + radius), |x, y, under| {
        let (x, y) = ((x - u) / radius, (y - v) / radius);
        let distance = x.hypot(y);
        if distance > 1.0 + soft {
            return under;
        }
        let z = (1.0 - distance * distance).max(0.0).sqrt();
        let pore = (fruit.skin.layered(x * 26.0 / (0.4 + z), y * 26.0 / (0.4 + z), 2) - 0.5) * 0.16;
        let light = (-x * 0.52 - y * 0.62 + z * 0.60 + pore).max(0.0);
        let blush = fruit.skin.layered(x * 1.6, y * 1.6, 3);
        let base =
            fruit.dark.scale(0.55).mix(fruit.bright, light.powf(0.75)).mix(fruit.dark, (blush - 0.55).max(0.0) * 0.9);
        let bounced = base.lit(table, step(0.2, 1.0, y) * (1.0 - z) * 0.35);
        let shine = step(0.90, 0.985, -x * 0.50 - y * 0.58 + z * 0.64 + pore * 0.3) * 0.65;
        let stem = (-((x - 0.08).powi(2) * 60.0 + (y + 0.80).powi(2) * 190.0)).exp();
        let lit = bounced.lit(Colour(1.0, 1.0, 1.0), shine).mix(Colour::hex(0x3d3a16), stem * 0.85);
        under.mix(lit, 1.0 - step(1.0 - soft, 1.0 + soft, distance))
    });
}

/// Cut open: rind, pith, and segments.
fn half(canvas: &mut Canvas, fruit: &Fruit) {
    let ((u, v), radius) = (fruit.middle, fruit.radius);
    let soft = canvas.pixel / radius * 1.2;
    let pith = Colour::hex(0xfff4dc);
    canvas.paint_within((u - radius, v - radius), (u + radius, v + radius), |x, y, under| {
        let (x, y) = ((x - u) / radius, (y - v) / radius);
        let distance = x.hypot(y);
        let angle = (y.atan2(x) / std::f32::consts::TAU * 10.0 + 0.3).rem_euclid(1.0);
        let wall = (angle.min(1.0 - angle) * distance * 0.63).min(0.86 - distance).min(distance - 0.07);
        let pulp = fruit.skin.layered(x * 7.0 + angle * 9.0, distance * 16.0, 4);
        let flesh =
            fruit.bright.mix(fruit.dark, 0.08 + pulp * 0.38).lit(Colour(1.0, 0.95, 0.8), step(0.62, 0.8, pulp) * 0.35);
        let face = pith
            .mix(flesh, step(0.008, 0.035, wall))
            .mix(fruit.bright.mix(fruit.dark, 0.25), step(0.93, 0.96, distance));
        under.mix(face.scale(1.04 - x * 0.07 + y * -0.06), 1.0 - step(1.0 - soft, 1.0 + soft, distance))
    });
}
