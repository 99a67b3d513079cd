//! The meaning of the samples, and their conversion to colours.

use super::Layout;
use super::directory::{Directory, number};
use crate::failure::Failure;
use crate::lab::{self, Light};
use crate::picture::{Channels, Picture};
use crate::ycbcr::{Coefficients, Matrix};

pub(super) struct Model {
    photometric: u64,
    palette: Vec<u8>,
    /// 1: colours are premultiplied; 2: they are not.
    alpha: u64,
    subsampling: (usize, usize),
    light: Coefficients,
    white: Light,
}

/// How many samples a pixel has at least.
pub(super) fn samples_of(photometric: u64) -> u64 {
    match photometric {
        2 | 6 | 8..=10 => 3,
        5 => 4,
        _ => 1,
    }
}

impl Model {
    pub fn of(source: &[u8], directory: &Directory, layout: &Layout) -> Result<Self, Failure> {
        let photometric = directory.number(262, if layout.samples >= 3 { 2 } else { 1 });
        let palette = directory.numbers(320).to_vec();
        let needed = match photometric {
            0 | 1 | 4 => 1,
            2 | 6 | 8..=10 => 3,
            3 if layout.bits <= 8 && palette.len() >= 3 << layout.bits => 1,
            5 if directory.number(332, 1) == 1 => 4,
            _ => return Err(Failure::Unsupported),
        };
        if layout.samples < needed {
            return Err(Failure::malformed("a TIFF has too few samples"));
        }
        let alpha = if layout.samples > needed { directory.number(338, 0) } else { 0 };
        let by = directory.numbers(530);
        let by = |at: usize| by.get(at).map_or(2, |by| *by as usize).clamp(1, 4);
        // Some writers fill the map with bytes where words belong.
        let shift = if palette.iter().all(|value| *value < 256) { 0 } else { 8 };
        let palette = palette.iter().map(|value| (value >> shift) as u8).collect();
        Ok(Self {
            photometric,
            palette,
            alpha,
            subsampling: (by(0), by(1)),
            light: Coefficients::of(Matrix::Bt601, true, 8),
            white: white(source, directory),
        })
    }

    /// The samples of a pixel that are shown; others may lie in planes of their own.
    pub fn used(&self) -> usize {
        samples_of(self.photometric) as usize + usize::from(matches!(self.alpha, 1 | 2))
    }

    pub fn is_indexed(&self) -> bool {
        self.photometric == 3
    }

    pub fn is_ycbcr(&self) -> bool {
        self.photometric == 6
    }

    pub fn is_lab(&self) -> bool {
        matches!(self.photometric, 8..=10)
    }

    pub fn is_cie_lab(&self) -> bool {
        self.photometric == 8
    }

    /// How many pixels share a pair of chroma values, if they do.
    pub fn subsampling(&self, layout: &Layout) -> Option<(usize, usize)> {
        let packed = self.is_ycbcr() && layout.chunk_samples == 3 && layout.bits == 8;
        (packed && self.subsampling != (1, 1)).then_some(self.subsampling)
    }

    pub fn picture(&self, pixels: Vec<u8>, layout: &Layout) -> Result<Picture, Failure> {
        let (width, height) = (layout.width as u32, layout.height as u32);
        // Samples that are stored as they are shown are not copied.
        match (self.photometric, layout.samples) {
            (1, 1) => return Picture::new(pixels, Channels::Grey, width, height),
            (2, 3) => return Picture::new(pixels, Channels::Rgb, width, height),
            (5, 4) => return Picture::new(pixels, Channels::Cmyk, width, height),
            _ => {}
        }
        let each = pixels.chunks_exact(layout.samples);
        let colours = match self.photometric {
            0 | 1 | 4 => 1,
            5 => 4,
            _ => 3,
        };
        if self.photometric == 5 {
            let inks: Vec<u8> = each.flat_map(|p| [p[0], p[1], p[2], p[3]]).collect();
            return Picture::new(inks, Channels::Cmyk, width, height);
        }
        let has_alpha = matches!(self.alpha, 1 | 2);
        if colours == 1 && !has_alpha {
            let grey = each.map(|p| if self.photometric == 0 { 255 - p[0] } else { p[0] }).collect();
            return Picture::new(grey, Channels::Grey, width, height);
        }
        if !has_alpha {
            let rgb = each.flat_map(|p| self.rgb(p, layout)).collect();
            return Picture::new(rgb, Channels::Rgb, width, height);
        }
        let at = if self.photometric == 3 { 1 } else { colours };
        let rgba = each.flat_map(|p| {
            let ([r, g, b], alpha) = (self.rgb(p, layout), p[at]);
            let whole = |value: u8| if self.alpha == 1 { divided(value, alpha) } else { value };
            [whole(r), whole(g), whole(b), alpha]
        });
        Picture::new(rgba.collect(), Channels::Rgba, width, height)
    }

    fn rgb(&self, p: &[u8], layout: &Layout) -> [u8; 3] {
        match self.photometric {
            0 => [255 - p[0]; 3],
            1 | 4 => [p[0]; 3],
            3 => self.indexed(p[0], layout),
            6 => self.light.rgb(p[0].into(), p[1].into(), p[2].into()),
            8..=10 => {
                lab::to_srgb(f32::from(p[0]) / 2.55, f32::from(p[1]) - 128.0, f32::from(p[2]) - 128.0, self.white)
            }
            _ => [p[0], p[1], p[2]],
        }
    }

    fn indexed(&self, index: u8, layout: &Layout) -> [u8; 3] {
        let size = 1_usize << layout.bits;
        [0, 1, 2].map(|channel| self.palette.get(channel * size + usize::from(index)).copied().unwrap_or(0))
    }
}

/// The default is the white of print, as in Photoshop.
fn white(source: &[u8], directory: &Directory) -> Light {
    let place = directory.bytes(source, 318).unwrap_or_default();
    let part = |at| number(place, directory.little, at, 4).map_or(0.0, |part| part as f64);
    if (0.30..0.33).contains(&(part(0) / part(4))) { Light::D65 } else { Light::D50 }
}

fn divided(value: u8, alpha: u8) -> u8 {
    if alpha == 0 { 0 } else { (u32::from(value) * 255 / u32::from(alpha)).min(255) as u8 }
}
