//! Sky, sun and clouds, down to a horizon.

use crate::canvas::{Canvas, Colour, ramp, step};
use crate::palette::Hour;
use crate::seeded_rng::SeededRng;

/// Where the sun stands.
pub type Sun = (f32, f32);

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng, hour: &Hour, horizon: f32) -> Sun {
    let sun = (canvas.aspect * rng.between(0.22, 0.78), horizon * rng.between(0.45, 0.92));
    let radius = rng.between(0.03, 0.065);
    let (clouds, cover, drift) = (rng.noise(), rng.between(0.42, 0.62), rng.between(1.1, 2.4));
    let soft = canvas.pixel * 3.0;
    canvas.paint(|u, v, _| {
        let distance = (u - sun.0).hypot((v - sun.1) * 1.15);
        let glow = (-distance * 3.2).exp() * 0.55 + (-distance * 12.0).exp() * 0.5;
        let base = ramp(&hour.sky, v / horizon).lit(hour.sun, glow);
        let height = (horizon - v).max(0.02);
        let puff = clouds.layered(u * drift, v * drift * 3.6 + 0.3 / height.max(0.1), 6);
        let cloud = step(cover, cover + 0.28, puff) * step(0.0, 0.25, height) * 0.75;
        let lining = hour.sky[3].mix(Colour(1.0, 1.0, 1.0), 0.4).lit(hour.sun, glow);
        let shade = hour.sky[1].mix(lining, step(cover - 0.05, cover + 0.45, puff) * 0.8 + 0.2);
        let sky = base.mix(shade, cloud);
        sky.mix(hour.sun.lit(Colour(1.0, 1.0, 1.0), 0.3), 1.0 - step(radius - soft, radius + soft, distance))
    });
    sun
}
