//! A picture with other channels.

use crate::picture::{Channels, Picture};
use crate::profile;

impl Picture {
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
