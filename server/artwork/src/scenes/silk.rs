//! Folds of coloured cloth or ink: the abstract of every campaign.

use crate::canvas::{Canvas, Colour, ramp, step};
use crate::seeded_rng::SeededRng;

const INKS: [[u32; 5]; 7] = [
    [0x14213d, 0x3a506b, 0xe76f51, 0xf4a261, 0xffe8d6],
    [0x240046, 0x7b2cbf, 0xe0529c, 0xff9e80, 0xfff0db],
    [0x003844, 0x006c67, 0x2ec4b6, 0xb8f2e6, 0xfff3e2],
    [0x2b2d42, 0x8d99ae, 0xedf2f4, 0xef8354, 0xd90429],
    [0x3d0c11, 0x9b2226, 0xee9b00, 0xf6d186, 0xfdf6e3],
    [0x0b132b, 0x1c4e80, 0x4ea8de, 0xcaf0f8, 0xffffff],
    [0x1b3a2f, 0x4f7d5c, 0xa7c957, 0xf2e8cf, 0xbc4749],
];

pub fn paint(canvas: &mut Canvas, rng: &mut SeededRng) {
    let inks = rng.pick(&INKS).map(Colour::hex);
    let (first, second) = (rng.noise(), rng.noise());
    let (scale, twist) = (rng.between(0.9, 1.7), rng.between(1.6, 2.8));
    let turn = rng.between(0.0, std::f32::consts::TAU);
    let height = move |u: f32, v: f32| {
        let (x, y) = (u * turn.cos() - v * turn.sin(), u * turn.sin() + v * turn.cos());
        let bend = first.layered(x * scale, y * scale * 0.6, 3);
        let curl = second.layered(x * scale * 0.7 + bend * twist, y * scale + bend * twist * 0.5, 3);
        (bend * 1.2 + curl * 2.2) * 2.4
    };
    canvas.paint(|u, v, _| {
        let here = height(u, v);
        let (dx, dy) = (height(u + 0.006, v) - here, height(u, v + 0.006) - here);
        let fold = (here * 3.6).sin();
        let light = ((dx * 0.8 - dy) * 30.0 * (here * 3.6).cos()).clamp(-1.0, 1.0);
        let tone = ramp(&inks, (here / 6.2 + fold * 0.10).rem_euclid(1.0));
        let shaded = tone.scale(0.82 + light * 0.26);
        shaded.lit(Colour(1.0, 0.98, 0.94), step(0.55, 1.0, light) * 0.35)
    });
}
