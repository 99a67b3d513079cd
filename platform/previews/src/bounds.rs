//! The bounds of a preview: one for the short edge, which decides how sharp it looks in a frame that it fills, and one
//! for the long edge, so that a panorama has an end.

use serde::{Deserialize, Serialize};

/// The long edge of a preview is at most so many times its size.
const LONGEST: u32 = 4;

/// In pixels, whichever way the picture lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    pub short: u32,
    pub long: u32,
}

impl Bounds {
    /// Of the previews that are named by their short edge.
    pub const fn of_short(short: u32) -> Self {
        Self { short, long: short * LONGEST }
    }

    /// A square: no edge is longer.
    pub const fn square(edge: u32) -> Self {
        Self { short: edge, long: edge }
    }

    pub const fn contain(self, width: u32, height: u32) -> bool {
        let (short, long) = if width < height { (width, height) } else { (height, width) };
        short <= self.short && long <= self.long
    }

    /// The size of a picture shrunk into these bounds; one that is small enough stays as it is.
    pub(crate) fn fit(self, width: u32, height: u32) -> (u32, u32) {
        if self.contain(width, height) { (width, height) } else { self.fill(width as f32, height as f32) }
    }

    /// The size of a drawing that reaches these bounds, whatever its own size is.
    pub(crate) fn fill(self, width: f32, height: f32) -> (u32, u32) {
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = (f64::from(self.short) / width.min(height)).min(f64::from(self.long) / width.max(height));
        let side = |length: f64| ((length * scale).round() as u32).clamp(1, self.long);
        (side(width), side(height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_edge_is_reached_whichever_way_a_picture_lies() {
        let bounds = Bounds::of_short(320);
        assert_eq!(bounds.fit(6000, 4000), (480, 320));
        assert_eq!(bounds.fit(4000, 6000), (320, 480));
        assert_eq!(bounds.fit(500, 500), (320, 320));
    }

    #[test]
    fn the_long_edge_of_a_panorama_has_an_end_and_a_thread_keeps_a_pixel() {
        let bounds = Bounds::of_short(320);
        assert_eq!(bounds.fit(12_000, 2000), (1280, 213));
        assert_eq!(bounds.fit(9000, 2), (1280, 1));
        assert_eq!(bounds.fit(2, 9000), (1, 1280));
    }

    #[test]
    fn a_picture_is_never_made_larger_and_a_drawing_always_reaches_its_bounds() {
        let bounds = Bounds::of_short(640);
        assert_eq!(bounds.fit(100, 60), (100, 60));
        assert_eq!(bounds.fit(1200, 640), (1200, 640));
        assert_eq!(bounds.fill(100.0, 60.0), (1067, 640));
        assert_eq!(Bounds::square(256).fill(64.0, 40.0), (256, 160));
    }
}
