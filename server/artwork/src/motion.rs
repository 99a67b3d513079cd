//! Banners (lossy WebP) and short loops (GIF) for the web.

use gif::{Encoder, Frame, Repeat};

use super::brand::{INK, PAPER, SUN};
use super::canvas::{Canvas, Colour, ramp, step};
use super::photograph::painted;
use super::scenes::Subject;
use super::seeded_rng::SeededRng;

pub fn banner_webp(subject: Subject, seed: u64, width: u16, height: u16) -> Vec<u8> {
    let pixels = painted(subject, seed, width, height);
    webp::Encoder::from_rgb(&pixels, width.into(), height.into()).encode(82.0).to_vec()
}

/// A sun that rises and sets over waves.
pub fn loop_gif(seed: u64, width: u16, height: u16) -> Vec<u8> {
    const FRAMES: u16 = 12;
    let mut rng = SeededRng::new(seed);
    let dusk = Colour::hex(*rng.pick(&[0xe76f51, 0x9b5de5, 0x2a9d8f, 0xf28482]));
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height, &[]).expect("memory takes the header");
    encoder.set_repeat(Repeat::Infinite).expect("memory takes the loop mark");
    for at in 0..FRAMES {
        let turn = f32::from(at) / f32::from(FRAMES) * std::f32::consts::TAU;
        let mut canvas = Canvas::for_picture(width.into(), height.into());
        wave_scene(&mut canvas, dusk, turn);
        // The same seed for every frame, so that the grain stands still.
        let pixels = canvas.develop(width.into(), height.into(), &mut rng.clone());
        let mut frame = Frame::from_rgb_speed(width, height, &pixels, 20);
        frame.delay = 10;
        encoder.write_frame(&frame).expect("memory takes a frame of the declared size");
    }
    drop(encoder);
    file
}

fn wave_scene(canvas: &mut Canvas, dusk: Colour, turn: f32) {
    let sun = (canvas.aspect * 0.5, 0.50 - 0.12 * turn.cos());
    let soft = canvas.pixel;
    canvas.paint(|u, v, _| {
        let sky = ramp(&[Colour::hex(INK), dusk, Colour::hex(SUN)], v * 1.3);
        let disc = step(soft, -soft, (u - sun.0).hypot(v - sun.1) - 0.2);
        let mut tone = sky.mix(Colour::hex(PAPER), disc);
        for (depth, shade) in [(0.62, 0.85), (0.74, 0.6), (0.86, 0.38)] {
            let crest = depth + 0.025 * (u * 9.0 + turn * if shade > 0.5 { 1.0 } else { -1.0 } + depth * 30.0).sin();
            tone = tone.mix(dusk.mix(Colour::hex(INK), 0.3).scale(shade), step(-soft, soft, v - crest));
        }
        tone
    });
}
