//! Converts luma and two chroma values to RGB, as video standards define them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Matrix {
    /// The planes are green, blue and red themselves.
    Identity,
    Bt601,
    Bt709,
    Bt2020,
    YCgCo,
}

pub(crate) struct Coefficients {
    matrix: Matrix,
    kr: f32,
    kb: f32,
    /// The stored values of black, and of one unit of luma and of chroma.
    black: f32,
    light: f32,
    middle: f32,
    colour: f32,
}

impl Coefficients {
    pub fn of(matrix: Matrix, full: bool, bits: u8) -> Self {
        let unit = f32::from(1_u16 << bits.clamp(8, 15).saturating_sub(8));
        let top = f32::from((1_u16 << bits.clamp(8, 15)) - 1);
        let (kr, kb) = match matrix {
            Matrix::Bt709 => (0.2126, 0.0722),
            Matrix::Bt2020 => (0.2627, 0.0593),
            Matrix::Identity | Matrix::Bt601 | Matrix::YCgCo => (0.299, 0.114),
        };
        let (black, light, colour) = if full { (0.0, top, top) } else { (16.0 * unit, 219.0 * unit, 224.0 * unit) };
        Self { matrix, kr, kb, black, light, middle: 128.0 * unit, colour }
    }

    pub fn rgb(&self, y: u16, cb: u16, cr: u16) -> [u8; 3] {
        let y = (f32::from(y) - self.black) / self.light;
        if self.matrix == Matrix::Identity {
            let plain = |value: u16| (f32::from(value) - self.black) / self.light;
            return [plain(cr), y, plain(cb)].map(eight_bits);
        }
        let (cb, cr) = ((f32::from(cb) - self.middle) / self.colour, (f32::from(cr) - self.middle) / self.colour);
        if self.matrix == Matrix::YCgCo {
            return [y - cb + cr, y + cb, y - cb - cr].map(eight_bits);
        }
        let (r, b) = (y + 2.0 * (1.0 - self.kr) * cr, y + 2.0 * (1.0 - self.kb) * cb);
        let g = (y - self.kr * r - self.kb * b) / (1.0 - self.kr - self.kb);
        [r, g, b].map(eight_bits)
    }
}

fn eight_bits(value: f32) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_red_come_out_in_each_range_and_depth() {
        let limited = Coefficients::of(Matrix::Bt601, false, 8);
        assert_eq!(limited.rgb(16, 128, 128), [0, 0, 0]);
        assert_eq!(limited.rgb(235, 128, 128), [255, 255, 255]);
        assert_eq!(limited.rgb(81, 90, 240), [254, 0, 0]);
        let deep = Coefficients::of(Matrix::Bt709, true, 10);
        assert_eq!(deep.rgb(1023, 512, 512), [255, 255, 255]);
        assert_eq!(Coefficients::of(Matrix::Identity, true, 8).rgb(10, 20, 30), [30, 10, 20]);
    }
}
