//! A decoded picture: 8-bit channels, rows packed, straight alpha.

use crate::failure::Failure;
use crate::profile;

#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub pixels: Vec<u8>,
    pub channels: Channels,
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channels {
    Grey,
    Rgb,
    Rgba,
    /// Ink: 255 is full.
    Cmyk,
}

impl Channels {
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }
}

impl Picture {
    /// Refuses a buffer that does not hold exactly `width` × `height` pixels.
    pub(crate) fn new(pixels: Vec<u8>, channels: Channels, width: u32, height: u32) -> Result<Self, Failure> {
        let expected = width as usize * height as usize * channels.count();
        if expected == 0 || pixels.len() != expected {
            return Err(Failure::malformed("the decoder gave an incomplete picture"));
        }
        Ok(Self { pixels, channels, width, height })
    }

    pub(crate) fn is_opaque(&self) -> bool {
        self.channels != Channels::Rgba || self.pixels.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX)
    }

    /// Adds `alpha`, one byte a pixel; missing ones are opaque. Ink has none.
    pub(crate) fn with_alpha(self, alpha: &[u8]) -> Self {
        if self.channels == Channels::Cmyk {
            return self;
        }
        let mut clear = self.into_rgba();
        clear.pixels.chunks_exact_mut(4).zip(alpha).for_each(|(pixel, alpha)| pixel[3] = *alpha);
        clear
    }

    pub(crate) fn into_rgb(self) -> Self {
        let pixels = match self.channels {
            Channels::Cmyk => return profile::inks_to_srgb(self, None),
            Channels::Rgb => self.pixels,
            Channels::Grey => self.pixels.iter().flat_map(|&grey| [grey; 3]).collect(),
            Channels::Rgba => self.pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        };
        Self { pixels, channels: Channels::Rgb, ..self }
    }

    pub(crate) fn into_rgba(self) -> Self {
        let pixels = match self.channels {
            Channels::Cmyk => return profile::inks_to_srgb(self, None).into_rgba(),
            Channels::Rgba => self.pixels,
            Channels::Grey => self.pixels.iter().flat_map(|&grey| [grey, grey, grey, u8::MAX]).collect(),
            Channels::Rgb => {
                self.pixels.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], u8::MAX]).collect()
            }
        };
        Self { pixels, channels: Channels::Rgba, ..self }
    }
}
