//! Sand in low light: every crest has a bright and a dark side.

use super::sky;
use crate::canvas::{Canvas, Colour, step};
use crate::palette::hour_of_day;
use crate::seeded_rng::SeededRng;

const SANDS: [(u32, u32); 4] = [(0xf2b880, 0x8c4a3c), (0xf7d8a8, 0xa8705a), (0xe89a63, 0x5e2f3d), (0xf6e2c8, 0x8f8296)];

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let hour = hour_of_day(rng);
    let horizon = rng.between(0.32, 0.45);
    sky::paint(canvas, rng, hour, horizon);
    let (bright, dark) = *rng.pick(&SANDS);
    let (bright, dark) = (Colour::hex(bright), Colour::hex(dark));
    let side = if rng.chance(0.5) { 1.0 } else { -1.0 };
    for at in 0..5 {
        let near = at as f32 / 4.0;
        let base = horizon + 0.03 + (0.82 - horizon) * near.powf(1.4);
        let (shape, ripple) = (rng.noise(), rng.noise());
        let (swing, phase) = (0.05 + 0.16 * near, rng.between(0.0, 9.0));
        let pace = 2.6 - near * 1.5;
        let crest =
            move |u: f32| base - swing * ((u * pace + phase).sin() * 0.6 + shape.layered(u * pace * 0.7, 2.0, 2) - 0.2);
        let haze = hour.sky[3].mix(bright, 0.3);
        let soft = canvas.pixel * 1.2;
        let outline = canvas.columns(|u| (crest(u), (crest(u + 0.01) - crest(u - 0.01)) / 0.02 * side));
        canvas.paint(|u, v, under| {
            let (crest, slope) = outline.at(u);
            let below = v - crest;
            if below < -soft {
                return under;
            }
            let bend = shape.layered(u * 1.4 + below * 2.2 * side, below * 2.0, 3) - 0.5;
            let lit = step(-0.10, 0.12, slope + bend * 0.6 - below * 0.5);
            let comb = ((below * 260.0 / (0.5 + near) + ripple.layered(u * 6.0, v * 9.0, 3) * 22.0).sin() * 0.5 + 0.5)
                * 0.10
                * near;
            let sand = dark.mix(bright, 0.12 + lit * 0.88).scale(1.0 - comb * lit.max(0.3));
            let edge = step(0.010, 0.0, below) * lit * 0.25;
            under.mix(sand.lit(hour.sun, edge).mix(haze, (1.0 - near) * 0.55), step(-soft, soft, below))
        });
    }
}
