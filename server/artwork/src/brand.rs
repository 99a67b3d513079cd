//! The mark of the invented house "Casa Lumen": a window with a rising sun.

use super::canvas::{Colour, ramp, step};

/// Ink, sun, paper.
pub const INK: u32 = 0x1f3d3a;
pub const SUN: u32 = 0xe8a23a;
pub const PAPER: u32 = 0xfbf5ea;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lockup {
    /// The mark above the name.
    Stacked,
    /// The mark beside the name.
    Wide,
    /// The mark alone.
    Mark,
    /// The wide form, in paper colour on ink.
    Reversed,
}

pub fn logo_svg(lockup: Lockup) -> String {
    let (ink, back) = match lockup {
        Lockup::Reversed => (PAPER, Some(INK)),
        Lockup::Stacked | Lockup::Wide | Lockup::Mark => (INK, None),
    };
    let (width, height, mark, name) = match lockup {
        Lockup::Stacked => (480, 420, (140, 40), Some((240, 330, "middle"))),
        Lockup::Wide | Lockup::Reversed => (760, 260, (30, 30), Some((260, 152, "start"))),
        Lockup::Mark => (260, 260, (30, 30), None),
    };
    let ground = back.map_or(String::new(), |colour| {
        format!("  <rect width=\"{width}\" height=\"{height}\" fill=\"#{colour:06x}\"/>\n")
    });
    let words = name.map_or(String::new(), |(x, y, anchor)| {
        let tagline = y + 46;
        format!(
            "  <text x=\"{x}\" y=\"{y}\" font-family=\"Georgia, 'DejaVu Serif', serif\" font-size=\"76\" \
             text-anchor=\"{anchor}\" fill=\"#{ink:06x}\">Casa Lumen</text>\n  <text x=\"{x}\" y=\"{tagline}\" \
             font-family=\"'DejaVu Sans', sans-serif\" font-size=\"21\" letter-spacing=\"6\" text-anchor=\"{anchor}\" \
             fill=\"#{SUN:06x}\">COFFEE · LIGHT · HOME</text>\n"
        )
    });
    let (x, y) = mark;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n  \
         <title>Casa Lumen</title>\n{ground}  <g transform=\"translate({x} {y})\" fill=\"none\" stroke=\"#{ink:06x}\" \
         stroke-width=\"10\">\n    <path d=\"M15 195V100a85 85 0 0 1 170 0v95z\"/>\n    <circle cx=\"100\" cy=\"128\" r=\"38\" \
         fill=\"#{SUN:06x}\" stroke=\"none\"/>\n    <path d=\"M15 152q42-30 85 0t85 0\"/>\n    <path d=\"M15 174q42-30 85 \
         0t85 0\" stroke-width=\"6\"/>\n  </g>\n{words}</svg>\n"
    )
}

/// An application icon with clear corners.
pub fn icon_png(size: u32) -> Vec<u8> {
    let pixels: Vec<u8> = (0..size * size).flat_map(|at| icon_pixel(at % size, at / size, size)).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a size of one to thousands of pixels is valid");
    writer.write_image_data(&pixels).expect("as many pixels as the header says");
    writer.finish().expect("memory takes the last chunk");
    file
}

fn icon_pixel(x: u32, y: u32, size: u32) -> [u8; 4] {
    let soft = 1.0 / size as f32;
    let (u, v) = ((x as f32 + 0.5) * soft - 0.5, (y as f32 + 0.5) * soft - 0.5);
    let corner = 0.22;
    let (dx, dy) = ((u.abs() - 0.5 + corner).max(0.0), (v.abs() - 0.5 + corner).max(0.0));
    let inside = step(soft, -soft, dx.hypot(dy) - corner);
    let sky = ramp(&[Colour::hex(INK), Colour::hex(0x3f7a6c), Colour::hex(0xf2c57c)], v + 0.62);
    let sun = step(soft, -soft, u.hypot(v - 0.02) - 0.21);
    let wave = |height: f32, swing: f32| step(-soft, soft, v - height - swing * (u * 9.0 + height * 20.0).sin());
    let colour = sky
        .mix(Colour::hex(PAPER), sun)
        .mix(Colour::hex(SUN), wave(0.10, 0.035))
        .mix(Colour::hex(0xb96a2b), wave(0.21, 0.035))
        .mix(Colour::hex(INK), wave(0.32, 0.03));
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    [byte(colour.0), byte(colour.1), byte(colour.2), byte(inside)]
}
