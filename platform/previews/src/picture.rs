//! A decoded picture: 8-bit channels, rows packed, straight alpha.

pub(crate) use pixels::Channels;

use crate::failure::Failure;

#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub pixels: Vec<u8>,
    pub channels: Channels,
    pub width: u32,
    pub height: u32,
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
        self.channels != Channels::Rgba || pixels::is_opaque(&self.pixels)
    }
}
