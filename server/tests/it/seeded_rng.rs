//! Random numbers that a seed repeats.

/// Pseudo-random numbers (xorshift).
pub struct SeededRng(u64);

impl SeededRng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// An index into something of this length; 0 if it is empty.
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length.max(1) as u64)).unwrap_or(0)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.place(from.len())).copied()
    }
}
