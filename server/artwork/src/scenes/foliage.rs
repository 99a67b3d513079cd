//! Leaves over leaves, the deep ones dark, the near ones in the sun.

use crate::canvas::{Canvas, Colour, step};
use crate::seeded_rng::SeededRng;

const GREENS: [[u32; 3]; 5] = [
    [0x06231f, 0x1f6f54, 0x9ed36a],
    [0x0b2b26, 0x2f8f83, 0xbfe8c5],
    [0x1c2b12, 0x5c7f2f, 0xdbe27a],
    [0x2a1633, 0x7a3b69, 0xf2a3b3],
    [0x2b1a0d, 0x9a4f1d, 0xf6b254],
];

struct Leaf {
    root: (f32, f32),
    turn: f32,
    long: f32,
    wide: f32,
    colour: Colour,
    veins: f32,
}

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let [deep, middle, bright] = rng.pick(&GREENS).map(Colour::hex);
    let dapple = rng.noise();
    canvas.paint(|u, v, _| deep.mix(middle, dapple.layered(u * 3.0, v * 3.0, 3) * 0.3));
    let slender = rng.between(0.16, 0.34);
    let sun = (canvas.aspect * rng.unit(), rng.between(-0.1, 0.3));
    let count = 70;
    for at in 0..count {
        let near = at as f32 / count as f32;
        let root = (canvas.aspect * rng.between(-0.1, 1.1), rng.between(-0.1, 1.1));
        let light = (1.0 - (root.0 - sun.0).hypot(root.1 - sun.1) * 0.6).clamp(0.0, 1.0);
        let tone =
            deep.mix(middle, 0.15 + near * 0.8).mix(bright, near * near * (0.2 + light * 0.6) * rng.between(0.5, 1.1));
        let leaf = Leaf {
            root,
            turn: rng.between(0.0, std::f32::consts::TAU),
            long: (0.20 + 0.26 * near) * rng.between(0.75, 1.25),
            wide: slender * rng.between(0.85, 1.2),
            colour: tone,
            veins: rng.between(16.0, 24.0),
        };
        draw(canvas, &leaf, bright);
    }
    let rays = rng.noise();
    canvas.paint(|u, v, under| {
        let ray = rays.layered((u - sun.0).atan2(v - sun.1 + 0.4) * 5.0, 1.0, 3);
        let fade = (-(u - sun.0).hypot(v - sun.1) * 1.6).exp();
        under.lit(Colour(1.0, 0.95, 0.78), fade * (0.25 + step(0.45, 0.7, ray) * 0.3))
    });
}

fn draw(canvas: &mut Canvas, leaf: &Leaf, bright: Colour) {
    let (sin, cos) = leaf.turn.sin_cos();
    let (u, v) = leaf.root;
    let soft = canvas.pixel * 1.5 / leaf.long;
    let reach = leaf.long * 1.08;
    canvas.paint_within((u - reach, v - reach), (u + reach, v + reach), |x, y, under| {
        let (dx, dy) = ((x - u) / leaf.long, (y - v) / leaf.long);
        let (along, across) = (dx * cos + dy * sin, dy * cos - dx * sin);
        let across = across - 0.10 * along * along;
        if !(-0.02..=1.06).contains(&along) {
            return under;
        }
        let half =
            leaf.wide * (along.clamp(0.0, 1.0) * std::f32::consts::PI).sin().max(0.0).powf(0.75) * (1.15 - along * 0.4);
        let edge = half - across.abs();
        let shadow = step(-0.10, 0.0, edge - 0.02) * 0.32;
        let rib = step(0.012, 0.004, across.abs()) * step(1.0, 0.85, along);
        let vein = step(0.86, 0.99, ((along * leaf.veins - across.abs() * 22.0).sin() * 0.5) + 0.5) * 0.35;
        let cup = if across < 0.0 { 0.88 } else { 1.06 };
        let round = 0.82 + 0.25 * step(0.0, leaf.wide * 0.8, edge);
        let face = leaf.colour.scale(cup * round).lit(bright, (rib * 0.45 + vein * 0.35) * 0.6);
        under.scale(1.0 - shadow).mix(face, step(-soft, soft, edge))
    });
}
