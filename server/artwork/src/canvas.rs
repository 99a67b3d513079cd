//! A small float canvas that scenes paint on pixel by pixel, developed at the end into a picture of any size.

use super::seeded_rng::SeededRng;

/// Scenes are soft by nature; beyond this only grain gets finer.
const LONGEST_PAINTED: u32 = 1280;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub f32, pub f32, pub f32);

impl Colour {
    pub const fn hex(value: u32) -> Self {
        let [_, r, g, b] = value.to_be_bytes();
        Self(r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0)
    }

    pub fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        self.zip(other, |a, b| a + (b - a) * share)
    }

    pub fn scale(self, factor: f32) -> Self {
        Self(self.0 * factor, self.1 * factor, self.2 * factor)
    }

    /// Light added as a screen: never brighter than white.
    pub fn lit(self, light: Self, strength: f32) -> Self {
        let strength = strength.clamp(0.0, 1.0);
        self.zip(light, |a, b| 1.0 - (1.0 - a.min(1.0)) * (1.0 - b * strength))
    }

    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1), f(self.2, other.2))
    }
}

/// A gradient through evenly spaced stops.
pub fn ramp(stops: &[Colour], at: f32) -> Colour {
    let place = at.clamp(0.0, 0.9999) * (stops.len() - 1) as f32;
    let below = place as usize;
    stops[below].mix(stops[below + 1], place - below as f32)
}

/// 0 below `low`, 1 above `high`, eased between.
pub fn step(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// `v` runs from 0 at the top to 1 at the bottom, `u` at the same scale from 0 to `aspect`.
pub struct Canvas {
    pub aspect: f32,
    /// One pixel, in units of `v`: the width of a soft edge.
    pub pixel: f32,
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Canvas {
    /// For a picture of `width` × `height`, painted smaller where that is enough.
    pub fn for_picture(width: u32, height: u32) -> Self {
        let long = width.max(height);
        let scale = LONGEST_PAINTED.min(long) as f32 / long as f32;
        let side = |length: u32| ((length as f32 * scale).round() as usize).max(1);
        let (width, height) = (side(width), side(height));
        Self {
            aspect: width as f32 / height as f32,
            pixel: 1.0 / height as f32,
            width,
            height,
            pixels: vec![Colour(0.0, 0.0, 0.0); width * height],
        }
    }

    /// Paints every pixel from its place and what is there.
    pub fn paint(&mut self, brush: impl Fn(f32, f32, Colour) -> Colour) {
        self.paint_within((0.0, 0.0), (self.aspect, 1.0), brush);
    }

    /// The same within a rectangle: small things do not cost a whole picture.
    pub fn paint_within(&mut self, from: (f32, f32), to: (f32, f32), brush: impl Fn(f32, f32, Colour) -> Colour) {
        let place = |at: f32, limit: usize| ((at / self.pixel).max(0.0) as usize).min(limit);
        let (left, right) = (place(from.0, self.width), place(to.0 + self.pixel, self.width));
        let (top, bottom) = (place(from.1, self.height), place(to.1 + self.pixel, self.height));
        for y in top..bottom {
            for x in left..right {
                let (u, v) = ((x as f32 + 0.5) * self.pixel, (y as f32 + 0.5) * self.pixel);
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = brush(u, v, *pixel);
            }
        }
    }

    /// The painted colour at a place, for reflections.
    pub fn look(&self, u: f32, v: f32) -> Colour {
        let (x, y) = (u / self.pixel - 0.5, v / self.pixel - 0.5);
        let (x, y) = (x.clamp(0.0, (self.width - 1) as f32), y.clamp(0.0, (self.height - 1) as f32));
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let at = |x: usize, y: usize| self.pixels[y * self.width + x];
        let (fx, fy) = (x - left as f32, y - top as f32);
        at(left, top).mix(at(right, top), fx).mix(at(left, bottom).mix(at(right, bottom), fx), fy)
    }

    /// `f` at the middle of every column, for outlines that depend on `u` alone.
    pub fn columns<T>(&self, f: impl Fn(f32) -> T) -> Columns<T> {
        Columns { pixel: self.pixel, values: (0..self.width).map(|x| f((x as f32 + 0.5) * self.pixel)).collect() }
    }

    /// A disc with a soft edge; `colour` mixed in by `share`.
    pub fn disc(&mut self, (u, v): (f32, f32), radius: f32, softness: f32, colour: Colour, share: f32) {
        let reach = radius + softness;
        self.paint_within((u - reach, v - reach), (u + reach, v + reach), |x, y, under| {
            let distance = (x - u).hypot(y - v);
            under.mix(colour, share * (1.0 - step(radius - softness, reach, distance)))
        });
    }

    /// A shadow on a floor: an ellipse that fades outward.
    pub fn shadow(&mut self, (u, v): (f32, f32), (wide, deep): (f32, f32), strength: f32) {
        self.paint_within((u - wide * 2.2, v - deep * 2.2), (u + wide * 2.2, v + deep * 2.2), |x, y, under| {
            let distance = ((x - u) / wide).powi(2) + ((y - v) / deep).powi(2);
            under.scale(1.0 - strength * (-distance * 1.1).exp())
        });
    }

    /// 8-bit RGB of the wanted size, with a lens's darker corners and a film's grain.
    pub fn develop(&self, width: u32, height: u32, rng: &mut SeededRng) -> Vec<u8> {
        let (vignette, grain) = (rng.between(0.06, 0.18), rng.between(0.010, 0.022));
        let mut rows = Vec::with_capacity(width as usize * height as usize * 3);
        for y in 0..height {
            for x in 0..width {
                let (s, t) = ((x as f32 + 0.5) / width as f32, (y as f32 + 0.5) / height as f32);
                let corner = ((s - 0.5).powi(2) + (t - 0.5).powi(2)) * 2.0;
                let bits = rng.roll();
                let speck = ((bits & 0xffff) as f32 + ((bits >> 16) & 0xffff) as f32) / 65_535.0 - 1.0;
                let Colour(r, g, b) = self.look(s * self.aspect, t).scale(1.0 - vignette * corner * corner * 1.6);
                rows.extend([r, g, b].map(|part| ((part + speck * grain).clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
            }
        }
        rows
    }
}

pub struct Columns<T> {
    pixel: f32,
    values: Vec<T>,
}

impl<T: Copy> Columns<T> {
    pub fn at(&self, u: f32) -> T {
        self.values[((u / self.pixel).max(0.0) as usize).min(self.values.len() - 1)]
    }
}
