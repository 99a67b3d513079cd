//! The size of a converted picture, and what part of its source it shows.

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;

/// The most pixels of a converted picture.
pub const MOST_PIXELS: u64 = 64_000_000;

/// The longest side of one. WebP ends a little above.
pub const LONGEST_SIDE: u32 = 16_000;

/// A drawing has no size of its own; this is its long edge where none is wanted.
const DRAWING: u32 = 2560;

/// What happens where the picture has another shape than its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fit {
    /// The whole picture, within the frame.
    Contain,
    /// The middle of the picture fills the frame.
    Cover,
    /// The whole picture, with a margin up to the frame.
    Pad,
}

/// The wanted size, in pixels of the upright picture. Without one side, it follows from the other; `Cover` and `Pad`
/// need both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub fit: Fit,
    /// A picture may be made larger than it is.
    pub enlarge: bool,
}

/// How a source becomes its converted picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Plan {
    /// Of the source, from its middle, in its pixels.
    pub part: (f64, f64),
    /// Of the picture that is made of this part.
    pub size: (u32, u32),
    /// The size with its margin.
    pub canvas: Option<(u32, u32)>,
}

impl Plan {
    pub fn pixels(&self) -> u64 {
        let (width, height) = self.canvas.unwrap_or(self.size);
        u64::from(width) * u64::from(height)
    }
}

impl Frame {
    /// For a source that lies on its side.
    pub(crate) fn turned(self) -> Self {
        Self { width: self.height, height: self.width, ..self }
    }

    fn sides(self) -> Option<(u32, u32)> {
        self.width.zip(self.height)
    }

    pub(crate) fn plan(self, source: (u32, u32)) -> Plan {
        let (width, height) = (f64::from(source.0), f64::from(source.1));
        let scale = self.scale(width, height);
        let allowed = if self.enlarge { scale } else { scale.min(1.0) };
        match (self.fit, self.sides()) {
            (Fit::Cover, Some(frame)) => {
                let part = (f64::from(frame.0) / scale, f64::from(frame.1) / scale);
                let own = || (side(part.0), side(part.1));
                let size = if allowed < scale { own() } else { frame };
                Plan { part: (part.0.min(width), part.1.min(height)), size, canvas: None }
            }
            (fit, sides) => {
                let most = |side: Option<u32>| side.unwrap_or(u32::MAX);
                let size = (side(width * allowed).min(most(self.width)), side(height * allowed).min(most(self.height)));
                let canvas = sides.filter(|canvas| fit == Fit::Pad && *canvas != size);
                Plan { part: (width, height), size, canvas }
            }
        }
    }

    /// How much larger or smaller the source becomes.
    fn scale(self, width: f64, height: f64) -> f64 {
        let of = |wanted: Option<u32>, own: f64| wanted.map(|wanted| f64::from(wanted) / own);
        match (of(self.width, width), of(self.height, height)) {
            (Some(wide), Some(high)) if self.fit == Fit::Cover => wide.max(high),
            (Some(wide), Some(high)) => wide.min(high),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 1.0,
        }
    }
}

fn side(length: f64) -> u32 {
    (length.round() as u32).max(1)
}

/// How many pixels a decoder has to give: for previews, or for a converted picture.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    Within(Bounds),
    In(Frame),
}

impl Wanted {
    /// For a source of pixels: what is made of it needs no more.
    pub fn fit(self, width: u32, height: u32) -> (u32, u32) {
        match self {
            Self::Within(bounds) => bounds.fit(width, height),
            Self::In(frame) => {
                let scale = |frame: Frame| frame.scale(width.into(), height.into()).min(1.0);
                // The source may lie on its side.
                let scale = scale(frame).max(scale(frame.turned()));
                (side(f64::from(width) * scale), side(f64::from(height) * scale))
            }
        }
    }

    /// For a drawing.
    pub fn fill(self, width: f32, height: f32) -> (u32, u32) {
        let frame = match self {
            Self::Within(bounds) => return bounds.fill(width, height),
            Self::In(frame) => frame,
        };
        let (width, height) = (f64::from(width), f64::from(height));
        let wanted = match (frame.width, frame.height) {
            (None, None) => f64::from(DRAWING) / width.max(height),
            _ => frame.scale(width, height),
        };
        // What covers its frame may be far longer than that.
        let most = (MOST_PIXELS as f64 / (width * height)).sqrt().min(f64::from(u16::MAX) / width.max(height));
        let scale = wanted.min(most);
        (side(width * scale), side(height * scale))
    }

    /// The picture is looked at closely.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::In(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(width: impl Into<Option<u32>>, height: impl Into<Option<u32>>, fit: Fit) -> Frame {
        Frame { width: width.into(), height: height.into(), fit, enlarge: false }
    }

    #[test]
    fn the_whole_picture_is_within_its_frame_and_its_shape_stays() {
        for (wanted, size) in [
            (frame(1600, 1600, Fit::Contain), (1600, 1067)),
            (frame(1200, None, Fit::Contain), (1200, 800)),
            (frame(None, 300, Fit::Contain), (450, 300)),
            (frame(None, None, Fit::Contain), (6000, 4000)),
            (frame(9000, 9000, Fit::Contain), (6000, 4000)),
            (Frame { enlarge: true, ..frame(9000, 9000, Fit::Contain) }, (9000, 6000)),
        ] {
            let plan = wanted.plan((6000, 4000));
            assert_eq!((plan.size, plan.part, plan.canvas), (size, (6000.0, 4000.0), None), "{wanted:?}");
        }
    }

    #[test]
    fn the_middle_fills_the_frame_and_keeps_its_shape_where_there_are_too_few_pixels() {
        let square = frame(1080, 1080, Fit::Cover);
        let plan = |frame: Frame, source| {
            let Plan { part, size, .. } = frame.plan(source);
            let rounded = |side: f64| (side * 1000.0).round() / 1000.0;
            ((rounded(part.0), rounded(part.1)), size)
        };
        assert_eq!(plan(square, (6000, 4000)), ((4000.0, 4000.0), (1080, 1080)));
        assert_eq!(plan(square, (800, 600)), ((600.0, 600.0), (600, 600)));
        assert_eq!(plan(Frame { enlarge: true, ..square }, (800, 600)), ((600.0, 600.0), (1080, 1080)));
        let story = frame(1080, 1920, Fit::Cover);
        assert_eq!(plan(story, (4000, 3000)), ((1687.5, 3000.0), (1080, 1920)));
        assert_eq!(plan(frame(10, 1000, Fit::Cover), (1000, 1)), ((0.01, 1.0), (1, 1)));
    }

    #[test]
    fn a_margin_makes_the_frame_full_without_making_the_picture_larger() {
        let square = frame(1080, 1080, Fit::Pad);
        let plan = |frame: Frame, source| {
            let Plan { size, canvas, .. } = frame.plan(source);
            (size, canvas)
        };
        assert_eq!(plan(square, (6000, 4000)), ((1080, 720), Some((1080, 1080))));
        assert_eq!(plan(square, (600, 400)), ((600, 400), Some((1080, 1080))));
        assert_eq!(plan(square, (4000, 4000)), ((1080, 1080), None));
    }

    #[test]
    fn a_decoder_gives_enough_for_either_way_that_the_picture_lies() {
        let story = Wanted::In(frame(1080, 1920, Fit::Cover));
        assert_eq!(story.fit(6000, 4000), (2880, 1920));
        assert_eq!(story.fit(4000, 6000), (1920, 2880));
        assert_eq!(Wanted::In(frame(None, None, Fit::Contain)).fit(800, 600), (800, 600));
        assert_eq!(Wanted::In(frame(9000, None, Fit::Contain)).fit(800, 600), (800, 600));
    }

    #[test]
    fn a_drawing_reaches_its_frame_and_ends_at_the_most_pixels() {
        let own = Wanted::In(frame(None, None, Fit::Contain));
        assert_eq!(own.fill(595.0, 842.0), (1809, 2560));
        let square = Wanted::In(frame(1080, 1080, Fit::Cover));
        assert_eq!(square.fill(100.0, 200.0), (1080, 2160));
        let (width, height) = Wanted::In(frame(16_000, 16_000, Fit::Cover)).fill(1.0, 4000.0);
        assert!(height <= 65_535 && u64::from(width) * u64::from(height) <= MOST_PIXELS, "{width} x {height}");
    }
}
