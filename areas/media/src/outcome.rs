//! What became of a content's pictures, and what is known of it since.

use nodes::{Property, PropertyKind, PropertyValue, TAKEN_AT};
use previews::Colour;
use primitives::Seconds;

use crate::fault::PreviewFault;

/// How drawing ended, or that it has not.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub state: State,
    pub fault: Option<PreviewFault>,
    /// For the log and for whoever looks into the database, in English.
    pub reason: Option<String>,
    /// When it is tried again by itself.
    pub retry_at: Option<Seconds>,
    pub facts: Facts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Waiting,
    Ready,
    Failed,
    Unsupported,
    /// Not for a reason of its own: no file has the right bytes, or the machine could not draw. It is tried again once
    /// there is an occasion.
    Undrawn,
}

impl State {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Waiting, "waiting"),
        (Self::Ready, "ready"),
        (Self::Failed, "failed"),
        (Self::Unsupported, "unsupported"),
        (Self::Undrawn, "undrawn"),
    ];

    /// The word in the database.
    pub fn word(self) -> &'static str {
        Self::ALL.into_iter().find(|(state, _)| *state == self).map_or("waiting", |(_, word)| word)
    }

    pub fn of_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|(_, known)| *known == word).map_or(Self::Waiting, |(state, _)| state)
    }

    /// Drawing has ended, and would end so again.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Ready | Self::Failed | Self::Unsupported)
    }
}

impl Outcome {
    pub fn waiting() -> Self {
        Self { state: State::Waiting, fault: None, reason: None, retry_at: None, facts: Facts::default() }
    }

    /// The machine had too little time, or could not draw.
    pub fn may_end_otherwise(&self) -> bool {
        self.state == State::Undrawn || (self.state == State::Failed && self.fault == Some(PreviewFault::TooSlow))
    }
}

/// What was read from the content while it was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// A thumbhash, base64.
    pub placeholder: Option<String>,
    /// Pixels, upright.
    pub width: Option<i64>,
    pub height: Option<i64>,
    /// It has no pixels of its own and is sharp at every size.
    pub scales: bool,
    pub pages: Option<i64>,
    pub taken_at: Option<Seconds>,
    /// The leading ones: the sum of their bits.
    pub colours: Option<i64>,
    /// What it looks like, as 64 bits; 0: like nothing.
    pub likeness: Option<i64>,
}

impl Facts {
    /// Those by which files are found.
    pub fn properties(&self) -> [(Property, Option<PropertyValue>); 5] {
        let number = |key, value| property(key, PropertyKind::Number, value);
        [
            number("width", self.width),
            number("height", self.height),
            number("pages", self.pages),
            (TAKEN_AT, self.taken_at.map(PropertyValue::Number)),
            Self::colours_property(self.colours),
        ]
    }

    /// None where no colour leads.
    pub fn colours_property(colours: Option<i64>) -> (Property, Option<PropertyValue>) {
        property("colours", PropertyKind::Number, colours.filter(|bits| *bits != 0))
    }
}

/// The bits of the colours that a picture is found by. The white of a page is its paper, and no colour of it.
pub(crate) fn leading(bits: u16, scales: bool) -> i64 {
    let paper = if scales { Colour::White.bit() } else { 0 };
    i64::from(bits & !paper)
}

/// The bits by which pictures that look alike are found: all pages of writing look alike.
pub(crate) fn likeness_of(bits: u64, scales: bool) -> i64 {
    if scales { 0 } else { bits.cast_signed() }
}

fn property(key: &'static str, kind: PropertyKind, value: Option<i64>) -> (Property, Option<PropertyValue>) {
    (Property { key, kind }, value.map(PropertyValue::Number))
}
