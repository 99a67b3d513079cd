//! Lights of a city or a feast, far out of focus, sometimes over a wet street.

use crate::canvas::{Canvas, Colour, ramp, step};
use crate::seeded_rng::SeededRng;

const NIGHTS: [[u32; 6]; 5] = [
    [0x0b1026, 0x1b2350, 0xffb347, 0xff6b6b, 0xffe29a, 0x6bc5ff],
    [0x1a0f1f, 0x43203f, 0xff8fab, 0xffd6a5, 0xfff1d0, 0xc77dff],
    [0x071e1c, 0x12423b, 0x9bf6c4, 0xffe066, 0xf4f1bb, 0x48bfe3],
    [0x23140b, 0x5a2f14, 0xffb703, 0xfb8500, 0xffe8b6, 0xff5d3b],
    [0x12122b, 0x2d2a5c, 0x7aa2ff, 0xff9ecd, 0xffffff, 0xffcf70],
];

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let [dark, glow, lights @ ..] = rng.pick(&NIGHTS).map(Colour::hex);
    let (band, haze) = (rng.between(0.35, 0.6), rng.noise());
    canvas.paint(|u, v, _| {
        let near = (-((v - band) / 0.3).powi(2)).exp();
        ramp(&[dark, glow, lights[0].scale(0.5)], near * (0.55 + 0.5 * haze.layered(u * 1.4, v * 2.0, 3)))
    });
    for size in [0.014, 0.035, 0.065, 0.11] {
        for _ in 0..(1.2 / size) as usize {
            let place = (canvas.aspect * rng.between(-0.02, 1.02), band + rng.between(-0.36, 0.36) * rng.unit().sqrt());
            let colour = *rng.pick(&lights);
            light(canvas, place, size * rng.between(0.7, 1.3), colour, rng.between(0.2, 0.85));
        }
    }
    if rng.chance(0.6) {
        wet_street(canvas, rng, band + 0.24);
    }
}

/// A lens draws a point as an even disc with a brighter rim.
fn light(canvas: &mut Canvas, (u, v): (f32, f32), radius: f32, colour: Colour, strength: f32) {
    let soft = canvas.pixel * 1.5 + radius * 0.05;
    canvas.paint_within((u - radius * 1.2, v - radius * 1.2), (u + radius * 1.2, v + radius * 1.2), |x, y, under| {
        let distance = (x - u).hypot(y - v);
        let disc = 1.0 - step(radius - soft, radius + soft, distance);
        let rim = step(radius * 0.72, radius * 0.97, distance) * disc;
        under.lit(colour, disc * strength * (0.62 + rim * 0.4))
    });
}

fn wet_street(canvas: &mut Canvas, rng: &mut SeededRng, kerb: f32) {
    let stones = rng.noise();
    let columns: Vec<Colour> = (0..=600)
        .map(|column| {
            let u = canvas.aspect * column as f32 / 600.0;
            let sum = (0..24).map(|row| canvas.look(u, kerb - 0.02 - row as f32 * 0.018));
            sum.fold(Colour(0.0, 0.0, 0.0), |a, b| Colour(a.0 + b.0, a.1 + b.1, a.2 + b.2)).scale(1.0 / 24.0)
        })
        .collect();
    let aspect = canvas.aspect;
    canvas.paint_within((0.0, kerb), (aspect, 1.0), |u, v, under| {
        let depth = (v - kerb) / (1.0 - kerb);
        let rough = stones.layered(u * 30.0, v * 60.0 / (0.3 + depth), 3) - 0.5;
        let x = ((u + rough * 0.05) / aspect).clamp(0.0, 1.0) * 600.0;
        let shine = columns[x as usize].scale(1.25 - depth * 0.55 + rough * 0.5);
        under.mix(shine, step(0.0, 0.08, depth) * 0.92)
    });
}
