//! Ranges behind ranges in haze, firs in front, sometimes a lake that doubles them.

use super::sky;
use crate::canvas::{Canvas, Colour, step};
use crate::palette::{Hour, hour_of_day};
use crate::seeded_rng::{Noise, SeededRng};

struct Ridge {
    noise: Noise,
    base: f32,
    rise: f32,
    fineness: f32,
    colour: Colour,
    snow: f32,
    firs: f32,
}

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let hour = hour_of_day(rng);
    let lake = rng.chance(0.45);
    let ground = if lake { 0.66 } else { 1.0 };
    let horizon = ground * rng.between(0.62, 0.72);
    let sun = sky::paint(canvas, rng, hour, horizon);
    let count = 4 + rng.below(3);
    let snow = if rng.chance(0.55) { 0.85 } else { 0.0 };
    for at in 0..count {
        let near = at as f32 / (count - 1) as f32;
        let ridge = Ridge {
            noise: rng.noise(),
            base: horizon * (0.88 + 0.02 * near) + (ground - horizon) * near * 0.92,
            rise: ground * (0.34 - 0.2 * near) * rng.between(0.8, 1.25),
            fineness: 1.3 + near * 1.2,
            colour: hour.sky[2].mix(hour.land, 0.28 + 0.72 * near.powf(0.8)),
            snow: if near < 0.45 { snow } else { 0.0 },
            firs: if at + 1 == count { 0.05 } else { 0.0 },
        };
        raise(canvas, &ridge, hour, sun);
    }
    if lake {
        mirror(canvas, rng, hour, ground);
    }
}

fn raise(canvas: &mut Canvas, ridge: &Ridge, hour: &Hour, sun: sky::Sun) {
    let haze = hour.sky[3].mix(hour.sky[2], 0.4);
    let soft = canvas.pixel * 1.2;
    let outline = canvas.columns(|u| {
        let slope = ((crest(ridge, u + 0.03) - crest(ridge, u - 0.03)) / 0.06).clamp(-1.0, 1.0);
        (crest(ridge, u), firs(ridge, u), slope * (u - sun.0).clamp(-0.3, 0.3) / 0.3)
    });
    canvas.paint(|u, v, under| {
        let (crest, firs, slope) = outline.at(u);
        let inside = step(-soft, soft, v - crest + firs);
        if inside == 0.0 {
            return under;
        }
        let depth = (v - crest) / 0.28;
        let rock = ridge.noise.layered(u * 14.0 + v * 6.0, v * 22.0, 5);
        let turned = slope * (1.0 - depth).clamp(0.0, 1.0) + (rock - 0.5) * 0.6;
        let lit = ridge.colour.lit(hour.sun, (turned * 0.2).max(0.0));
        let dark = lit.scale(1.0 - (-turned).max(0.0) * 0.4);
        let snow_line = step(0.45, 0.0, depth + (rock - 0.5) * 1.1) * ridge.snow;
        let white = hour.sky[3].mix(Colour(1.0, 1.0, 1.0), 0.55);
        let snowy = dark.mix(white.scale(0.86 + turned * 0.14), snow_line);
        under.mix(snowy.mix(haze, step(0.15, 1.6, depth) * 0.55), inside)
    });
}

fn crest(ridge: &Ridge, u: f32) -> f32 {
    let fold = 1.0 - (ridge.noise.layered(u * ridge.fineness, 0.5, 3) * 2.0 - 1.0).abs();
    let rough = ridge.noise.layered(u * ridge.fineness * 4.0, 9.5, 5);
    ridge.base - ridge.rise * (fold * fold * 0.8 + rough * 0.35)
}

/// A row of pointed trees of uneven height.
fn firs(ridge: &Ridge, u: f32) -> f32 {
    if ridge.firs == 0.0 {
        return 0.0;
    }
    let tree = |pitch: f32, shift: f32| {
        let place = u / pitch + shift;
        let tall = ridge.noise.at(place.floor() * 1.7, shift);
        let across = (place.fract() - 0.5).abs() * 2.0;
        let boughs = 0.9 + 0.1 * (across * 26.0).sin();
        (1.0 - across).max(0.0) * tall * boughs
    };
    ridge.firs * (tree(0.021, 0.0).max(tree(0.030, 0.37)) + tree(0.013, 0.71) * 0.5)
}

fn mirror(canvas: &mut Canvas, rng: &mut SeededRng, hour: &Hour, shore: f32) {
    let ripples = rng.noise();
    let above: Vec<Vec<Colour>> = (0..=220)
        .map(|row| {
            let v = shore * (1.0 - row as f32 / 220.0 * 0.55);
            (0..=500).map(|column| canvas.look(canvas.aspect * column as f32 / 500.0, v)).collect()
        })
        .collect();
    let aspect = canvas.aspect;
    canvas.paint_within((0.0, shore), (aspect, 1.0), |u, v, _| {
        let depth = (v - shore) / (1.0 - shore);
        let wave = ripples.layered(u * 5.0, v * 90.0 / (0.4 + depth), 3) - 0.5;
        let x = ((u + wave * 0.04 * depth) / aspect).clamp(0.0, 1.0) * 500.0;
        let y = (depth + wave * 0.05 * (0.3 + depth)).clamp(0.0, 1.0) * 219.0;
        let seen = above[y as usize][x as usize].mix(above[y as usize + 1][x as usize], y.fract());
        let water = seen.scale(0.86).mix(hour.sea, 0.16 + depth * 0.3);
        water.lit(hour.sky[3], step(0.72, 0.95, wave + 0.5) * 0.2 + (1.0 - step(0.0, 0.02, depth)) * 0.35)
    });
}
