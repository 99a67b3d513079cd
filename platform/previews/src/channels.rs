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
        pixels::set_alpha(&mut clear.pixels, alpha);
        clear
    }

    pub(crate) fn into_rgb(self) -> Self {
        let pixels = match self.channels {
            Channels::Cmyk => return profile::inks_to_srgb(self, None),
            Channels::Rgb => self.pixels,
            Channels::Grey => pixels::repeated(&self.pixels),
            Channels::Rgba => pixels::without_alpha(&self.pixels),
        };
        Self { pixels, channels: Channels::Rgb, ..self }
    }

    pub(crate) fn into_rgba(self) -> Self {
        let pixels = match self.channels {
            Channels::Cmyk => return profile::inks_to_srgb(self, None).into_rgba(),
            Channels::Rgba => self.pixels,
            Channels::Grey => pixels::with_alpha(&pixels::repeated(&self.pixels)),
            Channels::Rgb => pixels::with_alpha(&self.pixels),
        };
        Self { pixels, channels: Channels::Rgba, ..self }
    }
}
