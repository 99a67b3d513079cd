#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channels {
    Grey,
    Rgb,
    Rgba,
    /// Ink: 255 is full.
    Cmyk,
}

impl Channels {
    pub fn count(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }
}

/// Grey as red, green and blue.
pub fn repeated(grey: &[u8]) -> Vec<u8> {
    grey.iter().flat_map(|&grey| [grey; 3]).collect()
}

/// Red, green and blue, opaque.
pub fn with_alpha(rgb: &[u8]) -> Vec<u8> {
    rgb.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], u8::MAX]).collect()
}

pub fn without_alpha(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// One byte a pixel; those that have none stay as they are.
pub fn set_alpha(rgba: &mut [u8], alpha: &[u8]) {
    rgba.chunks_exact_mut(4).zip(alpha).for_each(|(pixel, alpha)| pixel[3] = *alpha);
}

pub fn is_opaque(rgba: &[u8]) -> bool {
    rgba.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_come_and_go() {
        let rgb = repeated(&[1, 2]);
        assert_eq!(rgb, [1, 1, 1, 2, 2, 2]);
        let mut rgba = with_alpha(&rgb);
        assert!(is_opaque(&rgba));
        set_alpha(&mut rgba, &[9]);
        assert_eq!(rgba, [1, 1, 1, 9, 2, 2, 2, 255]);
        assert!(!is_opaque(&rgba));
        assert_eq!(without_alpha(&rgba), rgb);
    }
}
