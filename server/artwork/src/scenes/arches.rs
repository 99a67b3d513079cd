//! Sunlit walls with arches in a row, steps, and a hard noon shadow.

use crate::canvas::{Canvas, Colour, ramp, step};
use crate::palette::any_scheme;
use crate::seeded_rng::SeededRng;

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let scheme = any_scheme(rng);
    let wall = scheme.backdrop.mix(scheme.second, 0.15);
    let plaster = rng.noise();
    canvas.paint(|u, v, _| {
        let rough = plaster.layered(u * 22.0, v * 22.0, 4) - 0.5;
        wall.scale(1.02 - v * 0.16 + rough * 0.05)
    });
    let sky = [scheme.accent.mix(scheme.hero, 0.4), scheme.accent.mix(scheme.second, 0.45), scheme.second];
    let count = 1 + rng.below(3);
    let floor = rng.between(0.80, 0.88);
    let pitch = canvas.aspect / count as f32;
    let radius = (pitch * 0.33).min(0.27);
    let top = floor - rng.between(0.50, 0.58);
    let sun = (canvas.aspect * rng.between(0.3, 0.7), top + rng.between(0.02, 0.14));
    let disc = rng.between(0.07, 0.12);
    for at in 0..count {
        let middle = pitch * (at as f32 + 0.5);
        arch(canvas, (middle, top, floor, radius * 1.16), &|_, _| scheme.hero.mix(wall, 0.35));
        arch(canvas, (middle + radius * 0.10, top + radius * 0.05, floor, radius), &|u, v| {
            let glow = (u - sun.0).hypot(v - sun.1);
            let view =
                ramp(&sky, (v - top + radius) / (floor - top + radius)).lit(scheme.second, (-glow * 5.0).exp() * 0.5);
            let hill = floor - 0.10 - 0.05 * (u * 5.0 + 1.0).sin() - 0.03 * (u * 11.0).sin();
            let far = view.mix(scheme.second, 1.0 - step(disc - 0.002, disc + 0.002, glow));
            far.mix(scheme.hero.mix(sky[1], 0.35), step(0.0, 0.003, v - hill))
        });
    }
    ground(canvas, floor, scheme.floor, wall);
    noon_shadow(canvas, rng);
}

/// A round-headed opening: middle, spring line, foot, half width.
fn arch(canvas: &mut Canvas, (middle, spring, foot, half): (f32, f32, f32, f32), fill: &dyn Fn(f32, f32) -> Colour) {
    let soft = canvas.pixel;
    canvas.paint_within((middle - half, spring - half), (middle + half, foot), |u, v, under| {
        let outside = if v < spring { (u - middle).hypot(v - spring) } else { (u - middle).abs() } - half;
        let depth = step(0.06, 0.0, -outside) * 0.12;
        under.mix(fill(u, v).scale(1.0 - depth), 1.0 - step(-soft, soft, outside))
    });
}

fn ground(canvas: &mut Canvas, floor: f32, colour: Colour, wall: Colour) {
    let steps = 3.0;
    let aspect = canvas.aspect;
    canvas.paint_within((0.0, floor), (aspect, 1.0), |_, v, _| {
        let down = (v - floor) / (1.0 - floor) * steps;
        let tread = down.fract() < 0.62;
        let tone = if tread { colour.mix(wall, 0.45) } else { colour.scale(0.80) };
        tone.scale(1.0 - down * 0.05).scale(1.0 - step(0.10, 0.0, down.fract()) * 0.06)
    });
}

fn noon_shadow(canvas: &mut Canvas, rng: &mut SeededRng) {
    let (lean, start) = (rng.between(0.5, 1.1), canvas.aspect * rng.between(0.05, 0.5));
    let from_left = rng.chance(0.5);
    let wide = canvas.aspect;
    let slats = rng.chance(0.4);
    canvas.paint(|u, v, under| {
        let across = (if from_left { u } else { wide - u }) - start + v * lean;
        let mut shade = step(0.006, -0.006, across);
        if slats {
            let bar = (across * 9.0).rem_euclid(1.0);
            shade = shade.max(step(0.0, 0.03, bar) * step(0.42, 0.39, bar) * step(1.3, 1.2, across));
        }
        under.mix(under.scale(0.72).mix(Colour(0.18, 0.16, 0.32), 0.10), shade)
    });
}
