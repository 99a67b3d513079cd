//! A horizon, the sun's road on the water, sometimes a beach, an island, a sail.

use super::sky;
use crate::canvas::{Canvas, Colour, step};
use crate::palette::{Hour, hour_of_day};
use crate::seeded_rng::SeededRng;

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let hour = hour_of_day(rng);
    let horizon = rng.between(0.42, 0.62);
    let sun = sky::paint(canvas, rng, hour, horizon);
    if rng.chance(0.6) {
        island(canvas, rng, hour, horizon);
    }
    water(canvas, rng, hour, horizon, sun);
    if rng.chance(0.55) {
        sail(canvas, rng, hour, horizon);
    }
    if rng.chance(0.6) {
        beach(canvas, rng, hour);
    }
}

fn water(canvas: &mut Canvas, rng: &mut SeededRng, hour: &Hour, horizon: f32, sun: sky::Sun) {
    let (waves, glitter) = (rng.noise(), rng.noise());
    canvas.paint_within((0.0, horizon), (canvas.aspect, 1.0), |u, v, _| {
        let near = ((v - horizon) / (1.0 - horizon)).max(0.001);
        let far = 0.12 / (near + 0.03);
        let (x, y) = ((u - sun.0) * (1.0 + far * 2.2) * 4.0, far * 26.0);
        let swell = waves.layered(x, y, 5);
        let deep = hour.sky[2].mix(hour.sea, 0.45 + near * 0.5);
        let tone =
            deep.scale(0.75 + swell * 0.5).mix(hour.sky[3], step(0.62, 0.9, swell) * (0.35 - near * 0.2).max(0.08));
        let road = (-((u - sun.0) / (0.05 + near * 0.22)).powi(2)).exp();
        let sparkle = step(0.52 - road * 0.12, 0.74, glitter.layered(x * 3.0, y * 2.1, 4));
        let haze = hour.sky[3].mix(hour.sky[2], 0.3);
        tone.lit(hour.sun, road * (0.22 + sparkle * 0.85)).mix(haze, (1.0 - step(0.0, 0.10, near)) * 0.65)
    });
}

fn island(canvas: &mut Canvas, rng: &mut SeededRng, hour: &Hour, horizon: f32) {
    let (middle, half) = (canvas.aspect * rng.between(0.05, 0.95), rng.between(0.2, 0.5));
    let (tall, outline) = (rng.between(0.06, 0.15), rng.noise());
    let colour = hour.sky[2].mix(hour.land, 0.55);
    let soft = canvas.pixel;
    canvas.paint_within((middle - half, horizon - tall * 1.3), (middle + half, horizon), |u, v, under| {
        let across = ((u - middle) / half).abs().min(1.0);
        let rise = tall * (1.0 - across * across) * (0.5 + outline.layered(u * 7.0, 1.0, 5));
        let crown = horizon - rise;
        let shaded = colour.scale(0.85 + 0.3 * outline.layered(u * 20.0, v * 34.0, 4));
        under.mix(shaded.mix(hour.sky[3], step(-0.08, 0.0, v - horizon) * 0.35), step(-soft, soft, v - crown))
    });
}

fn sail(canvas: &mut Canvas, rng: &mut SeededRng, hour: &Hour, horizon: f32) {
    let tall = rng.between(0.06, 0.13);
    let (u0, foot) = (canvas.aspect * rng.between(0.15, 0.85), horizon + tall * 0.22);
    let white = Colour(0.99, 0.97, 0.93).mix(hour.sun, 0.3);
    let soft = canvas.pixel;
    canvas.paint_within((u0 - tall, foot - tall * 1.1), (u0 + tall, foot + tall * 0.6), |u, v, under| {
        let up = (foot - v) / tall;
        let main =
            step(-soft, soft, (u - u0).min(u0 + (1.0 - up) * tall * 0.42 - u)) * step(0.0, 0.03, up.min(1.0 - up));
        let jib = step(-soft, soft, (u0 - 0.01 - u).min(u - u0 + (0.85 - up) * tall * 0.34))
            * step(0.0, 0.03, up.min(0.85 - up));
        let hull = step(
            -soft,
            soft,
            (tall * (0.36 - (foot - v) * 0.5 / tall) - (u - u0 - tall * 0.04).abs())
                .min(0.055 * tall - (v - foot - 0.03 * tall).abs()),
        );
        let mirrored =
            step(0.0, 0.45, -up) * (1.0 - step(0.1, 0.5, -up)) * step(0.0, 0.04, tall * 0.25 - (u - u0).abs());
        under.mix(white, mirrored * 0.3).mix(white, main).mix(white.scale(0.88), jib).mix(hour.land, hull)
    });
}

fn beach(canvas: &mut Canvas, rng: &mut SeededRng, hour: &Hour) {
    let (shore, bend, grain) = (rng.between(0.76, 0.88), rng.noise(), rng.noise());
    let tilt = rng.between(-0.12, 0.12);
    let sand = Colour::hex(0xe8cfa4).mix(hour.sky[3], 0.3).mix(hour.land, 0.12);
    canvas.paint_within((0.0, 0.6), (canvas.aspect, 1.0), |u, v, under| {
        let line = shore + tilt * (u - 0.7) + (bend.layered(u * 1.6, 3.0, 3) - 0.5) * 0.16;
        let inland = v - line;
        let lace = (bend.layered(u * 16.0, v * 30.0, 4) - 0.5) * 0.03;
        let wet = sand.scale(0.72).mix(hour.sky[3], 0.25);
        let dry = sand.scale(0.9 + 0.16 * grain.layered(u * 40.0, v * 120.0, 3));
        let ground = wet.mix(dry, step(0.03, 0.13, inland));
        let foam =
            step(0.016, 0.0, (inland + lace).abs()) + step(0.010, 0.0, (inland + 0.045 + lace * 1.6).abs()) * 0.6;
        under.mix(ground, step(-0.004, 0.006, inland + lace)).mix(Colour(1.0, 1.0, 1.0), foam * 0.85)
    });
}
