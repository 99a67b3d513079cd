//! Random numbers from a seed: the same seed draws the same picture on every machine.

/// SplitMix64.
#[derive(Clone)]
pub struct SeededRng(u64);

impl SeededRng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// 0 to 1.
    pub fn unit(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1_u64 << 24) as f32
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.roll() % count as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    pub fn chance(&mut self, share: f32) -> bool {
        self.unit() < share
    }

    pub fn noise(&mut self) -> Noise {
        Noise(self.roll() as u32)
    }
}

/// Smooth value noise in two dimensions, 0 to 1.
#[derive(Clone, Copy)]
pub struct Noise(u32);

impl Noise {
    pub fn at(self, x: f32, y: f32) -> f32 {
        let (column, row) = (x.floor(), y.floor());
        let (fx, fy) = (eased(x - column), eased(y - row));
        let (column, row) = (column as i32, row as i32);
        let corner = |dx: i32, dy: i32| self.lattice(column.wrapping_add(dx), row.wrapping_add(dy));
        let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx;
        let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx;
        top + (bottom - top) * fy
    }

    /// Octaves of itself, each half as strong and twice as fine; 0 to 1.
    pub fn layered(self, x: f32, y: f32, octaves: u32) -> f32 {
        let (mut sum, mut strength, mut scale, mut total) = (0.0, 1.0, 1.0, 0.0);
        for octave in 0..octaves {
            let shift = octave as f32 * 17.3;
            sum += strength * self.at(x * scale + shift, y * scale - shift);
            total += strength;
            strength *= 0.5;
            scale *= 2.03;
        }
        sum / total
    }

    fn lattice(self, x: i32, y: i32) -> f32 {
        let mut hash = self.0 ^ (x as u32).wrapping_mul(0x85eb_ca6b) ^ (y as u32).wrapping_mul(0xc2b2_ae35);
        hash ^= hash >> 15;
        hash = hash.wrapping_mul(0x2c1b_3c6d);
        hash ^= hash >> 12;
        hash = hash.wrapping_mul(0x297a_2d39);
        hash ^= hash >> 15;
        (hash >> 8) as f32 / (1_u32 << 24) as f32
    }
}

fn mixed(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

fn eased(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}
