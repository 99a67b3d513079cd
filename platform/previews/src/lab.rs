//! CIE L*a*b*, as TIFF and Photoshop write it, to sRGB.

/// The reference white.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Light {
    /// For print, and ICC profiles.
    D50,
    /// For screens.
    D65,
}

/// `l` from 0 to 100.
pub(crate) fn to_srgb(l: f32, a: f32, b: f32, light: Light) -> [u8; 3] {
    let y = (l + 16.0) / 116.0;
    let unfold = |t: f32| if t > 6.0 / 29.0 { t.powi(3) } else { 3.0 * (6.0_f32 / 29.0).powi(2) * (t - 4.0 / 29.0) };
    let (x, y, z) = (unfold(y + a / 500.0), unfold(y), unfold(y - b / 200.0));
    let linear = match light {
        // D50 to linear sRGB, adapted by Bradford.
        Light::D50 => [
            3.021_664 * x - 1.616_867 * y - 0.404_708 * z,
            -0.943_730 * x + 1.916_142 * y + 0.027_596 * z,
            0.069_369 * x - 0.228_991 * y + 1.159_185 * z,
        ],
        Light::D65 => [
            3.079_954 * x - 1.537_139 * y - 0.542_816 * z,
            -0.921_259 * x + 1.876_011 * y + 0.045_247 * z,
            0.052_887 * x - 0.204_026 * y + 1.151_138 * z,
        ],
    };
    linear.map(|value| {
        let coded = if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        (coded * 255.0).round().clamp(0.0, 255.0) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::{Light, to_srgb};

    #[test]
    fn white_black_and_red_come_out_as_themselves() {
        for (light, red) in [(Light::D50, [54.29, 80.81, 69.89]), (Light::D65, [53.24, 80.09, 67.20])] {
            assert_eq!(to_srgb(100.0, 0.0, 0.0, light), [255, 255, 255]);
            assert_eq!(to_srgb(0.0, 0.0, 0.0, light), [0, 0, 0]);
            let [r, g, b] = to_srgb(red[0], red[1], red[2], light);
            assert!(r > 250 && g < 8 && b < 8, "{light:?}: {r} {g} {b}");
        }
    }
}
