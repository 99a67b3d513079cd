//! CIE L*a*b* under D50, as TIFF and Photoshop write it, to sRGB.

/// `l` from 0 to 100.
pub(crate) fn to_srgb(l: f32, a: f32, b: f32) -> [u8; 3] {
    let y = (l + 16.0) / 116.0;
    let unfold = |t: f32| if t > 6.0 / 29.0 { t.powi(3) } else { 3.0 * (6.0_f32 / 29.0).powi(2) * (t - 4.0 / 29.0) };
    let (x, y, z) = (0.964_2 * unfold(y + a / 500.0), unfold(y), 0.824_9 * unfold(y - b / 200.0));
    // D50 to linear sRGB, adapted by Bradford.
    let linear = [
        3.133_856 * x - 1.616_867 * y - 0.490_615 * z,
        -0.978_768 * x + 1.916_142 * y + 0.033_454 * z,
        0.071_945 * x - 0.228_991 * y + 1.405_243 * z,
    ];
    linear.map(|value| {
        let coded = if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        (coded * 255.0).round().clamp(0.0, 255.0) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::to_srgb;

    #[test]
    fn white_black_and_red_come_out_as_themselves() {
        assert_eq!(to_srgb(100.0, 0.0, 0.0), [255, 255, 255]);
        assert_eq!(to_srgb(0.0, 0.0, 0.0), [0, 0, 0]);
        let [r, g, b] = to_srgb(54.29, 80.81, 69.89);
        assert!(r > 250 && g < 8 && b < 8, "{r} {g} {b}");
    }
}
