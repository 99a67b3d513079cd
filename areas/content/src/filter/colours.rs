//! The leading colours of pictures, by which hits are narrowed. Room `media` publishes them as the property `colours`,
//! the sum of the bits of [`previews::Colour`].

use serde::Serialize;

/// A colour that covers a good share of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeadingColour {
    Red,
    Orange,
    Yellow,
    Green,
    Teal,
    Blue,
    /// And pink.
    Purple,
    Black,
    Brown,
    Grey,
    White,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ColourFacet {
    colour: LeadingColour,
    count: usize,
}

/// One for each colour; `count` tells how many hits have its bit.
pub(crate) fn facets(count: &dyn Fn(i64) -> usize) -> Vec<ColourFacet> {
    let facet = |colour: previews::Colour| ColourFacet {
        colour: LeadingColour::from(colour),
        count: count(i64::from(colour.bit())),
    };
    previews::Colour::ALL.map(facet).into()
}

/// The bit of the colour with this name.
pub(crate) fn bit(word: &str) -> Option<i64> {
    let named = previews::Colour::ALL.into_iter().find(|colour| colour.word() == word);
    named.map(|colour| i64::from(colour.bit()))
}

impl From<previews::Colour> for LeadingColour {
    fn from(colour: previews::Colour) -> Self {
        match colour {
            previews::Colour::Red => Self::Red,
            previews::Colour::Orange => Self::Orange,
            previews::Colour::Yellow => Self::Yellow,
            previews::Colour::Green => Self::Green,
            previews::Colour::Teal => Self::Teal,
            previews::Colour::Blue => Self::Blue,
            previews::Colour::Purple => Self::Purple,
            previews::Colour::Black => Self::Black,
            previews::Colour::Brown => Self::Brown,
            previews::Colour::Grey => Self::Grey,
            previews::Colour::White => Self::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_asked_for_by_the_word_that_its_count_has() {
        for colour in previews::Colour::ALL {
            let said = serde_json::to_value(LeadingColour::from(colour)).unwrap();
            assert_eq!(said, colour.word());
            assert_eq!(bit(colour.word()), Some(i64::from(colour.bit())));
        }
        assert_eq!(bit("beige"), None);
    }
}
