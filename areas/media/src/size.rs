//! The sizes of pictures. A size is the length of the short edge, so that a picture is sharp in a frame that it fills,
//! whether it is a photograph, a portrait or a panorama.

use previews::Bounds;

use crate::outcome::Facts;

/// In pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Size(u32);

impl Size {
    pub const ALL: [Self; 5] = [Self(96), Self::SMALL, Self::LARGE, Self(1280), Self(2560)];
    /// The two that are drawn as soon as a file is there; the others when somebody asks for them.
    pub const AT_ONCE: [Self; 2] = [Self::SMALL, Self::LARGE];
    pub const SMALL: Self = Self(previews::SMALL.short);
    pub const LARGE: Self = Self(previews::LARGE.short);

    /// The smallest size that is at least `edge`, else the largest there is; and none beyond one that has all pixels of
    /// the source, nor below the small one if that has them.
    pub fn for_edge(edge: Option<u32>, source: &Facts) -> Self {
        let edge = edge.unwrap_or(Self::SMALL.0);
        let enough = |size: &Self| if size.has_all_of(source) { *size >= Self::SMALL } else { size.0 >= edge };
        Self::ALL.into_iter().find(enough).unwrap_or(Self(2560))
    }

    /// A job says it by its number.
    pub fn of_edge(edge: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.0 == edge)
    }

    /// One that everybody may keep who may see the file, as addresses write it.
    pub fn small(written: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| *size <= Self::LARGE && size.0.to_string() == written)
    }

    pub fn edge(self) -> u32 {
        self.0
    }

    pub fn bounds(self) -> Bounds {
        Bounds::of_short(self.0)
    }

    fn has_all_of(self, source: &Facts) -> bool {
        let side = |length: Option<i64>| length.and_then(|length| u32::try_from(length).ok());
        let (Some(width), Some(height)) = (side(source.width), side(source.height)) else { return false };
        !source.scales && self.bounds().contain(width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(width: i64, height: i64, scales: bool) -> Facts {
        Facts { width: Some(width), height: Some(height), scales, ..Facts::default() }
    }

    fn size_for(edge: u32, source: &Facts) -> u32 {
        Size::for_edge(Some(edge), source).edge()
    }

    #[test]
    fn small_sizes_are_written_in_one_way() {
        for size in [96, 320, 640] {
            assert_eq!(Size::small(&size.to_string()), Some(Size(size)));
        }
        for other in ["", "0", "97", "1280", "2560", "+320", "0320", "320.0", " 320", "320/"] {
            assert_eq!(Size::small(other), None, "{other}");
        }
    }

    #[test]
    fn the_next_larger_size_answers() {
        let photograph = source(6000, 4000, false);
        for (wanted, given) in [(1, 96), (96, 96), (97, 320), (256, 320), (641, 1280), (1281, 2560), (9000, 2560)] {
            assert_eq!(size_for(wanted, &photograph), given, "{wanted}");
        }
        assert_eq!(Size::for_edge(None, &photograph), Size::SMALL);
    }

    #[test]
    fn no_size_is_drawn_that_the_source_has_no_pixels_for() {
        assert_eq!(size_for(2560, &source(500, 400, false)), 640);
        assert_eq!(size_for(2560, &source(300, 300, false)), 320);
        assert_eq!(size_for(96, &source(64, 48, false)), 320, "which is there already");
        assert_eq!(size_for(2560, &source(12_000, 500, false)), 2560, "a panorama is limited by its long edge");
        assert_eq!(size_for(2560, &source(64, 40, true)), 2560, "a drawing is sharp at every size");
    }
}
