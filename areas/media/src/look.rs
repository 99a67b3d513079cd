//! How a picture is downloaded: its size, its format, and what is behind it. A preset stores one, and a request that
//! wants none of the presets says its own.

use previews::{Coding, Conversion, Frame, LONGEST_SIDE, MOST_PIXELS};
use rest::{FieldErrors, Rule};
use serde::{Deserialize, Serialize};

const PIXELS: Rule = Rule::OfRoom("form_rules.pixels");
const BOTH_SIDES: Rule = Rule::OfRoom("form_rules.both_sides");
const QUALITY: Rule = Rule::OfRoom("form_rules.quality");

/// If nothing is said.
pub(crate) const DEFAULT_QUALITY: u8 = 85;

/// A format that pictures are downloaded in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureFormat {
    #[default]
    Jpeg,
    Png,
    Webp,
}

/// What happens where a picture has another shape than the wanted size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureFit {
    /// The whole picture; one side may be shorter.
    #[default]
    Contain,
    /// The middle of the picture, in exactly this shape.
    Cover,
    /// The whole picture, with a margin.
    Pad,
}

db::word!(PictureFormat, PictureFit);

impl PictureFormat {
    pub fn word(self) -> &'static str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Png => "png",
            Self::Webp => "webp",
        }
    }

    fn from_code(word: &str) -> Option<Self> {
        [Self::Jpeg, Self::Png, Self::Webp].into_iter().find(|format| format.word() == word)
    }

    /// At the end of a name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
        }
    }

    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }

    fn coding(self) -> Coding {
        match self {
            Self::Jpeg => Coding::Jpeg,
            Self::Png => Coding::Png,
            Self::Webp => Coding::WebP,
        }
    }
}

impl PictureFit {
    pub fn word(self) -> &'static str {
        match self {
            Self::Contain => "contain",
            Self::Cover => "cover",
            Self::Pad => "pad",
        }
    }

    fn from_code(word: &str) -> Option<Self> {
        [Self::Contain, Self::Cover, Self::Pad].into_iter().find(|fit| fit.word() == word)
    }

    fn of_previews(self) -> previews::Fit {
        match self {
            Self::Contain => previews::Fit::Contain,
            Self::Cover => previews::Fit::Cover,
            Self::Pad => previews::Fit::Pad,
        }
    }
}

/// A red, a green and a blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour([u8; 3]);

impl Colour {
    /// `#rgb` or `#rrggbb`.
    pub fn parse(text: &str) -> Result<Self, Rule> {
        let digits = text.trim().strip_prefix('#').ok_or(Rule::Colour)?;
        let twice = |digit: char| [digit, digit];
        let long = if digits.len() == 3 { digits.chars().flat_map(twice).collect() } else { digits.to_owned() };
        if long.len() != 6 || !long.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(Rule::Colour);
        }
        let [_, red, green, blue] = u32::from_str_radix(&long, 16).map_err(|_| Rule::Colour)?.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub fit: PictureFit,
    pub format: PictureFormat,
    pub quality: u8,
    pub background: Option<Colour>,
    pub enlarge: bool,
}

/// The fields of a look as they were written.
pub(crate) struct Written<'w> {
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub fit: PictureFit,
    pub format: PictureFormat,
    pub quality: i64,
    pub background: Option<&'w str>,
    pub enlarge: bool,
}

impl Look {
    pub fn read(written: &Written<'_>, errors: &mut FieldErrors) -> Option<Self> {
        let width = errors.take("width", side(written.width));
        let height = errors.take("height", side(written.height));
        let sides = width.zip(height).filter(|(width, height)| {
            let both = width.zip(*height);
            if both.is_none() && written.fit != PictureFit::Contain {
                errors.add(if width.is_none() { "width" } else { "height" }, BOTH_SIDES);
            }
            let is_too_large = both.is_some_and(|(one, other)| u64::from(one) * u64::from(other) > MOST_PIXELS);
            if is_too_large {
                errors.add("height", PIXELS);
            }
            !is_too_large
        });
        let quality = u8::try_from(written.quality).ok().filter(|quality| (1..=100).contains(quality));
        let quality = errors.take("quality", quality.ok_or(QUALITY));
        let colour = written.background.map(str::trim).filter(|text| !text.is_empty()).map(Colour::parse).transpose();
        let background = errors.take("background", colour);
        let (((width, height), quality), background) = sides.zip(quality).zip(background)?;
        let Written { fit, format, enlarge, .. } = *written;
        Some(Self { width, height, fit, format, quality, background, enlarge })
    }

    pub fn conversion(&self, keep_rights: bool) -> Conversion {
        let frame =
            Frame { width: self.width, height: self.height, fit: self.fit.of_previews(), enlarge: self.enlarge };
        let background = self.background.map(|colour| colour.0);
        Conversion { frame, coding: self.format.coding(), quality: self.quality, background, keep_rights, mark: None }
    }
}

fn side(written: Option<i64>) -> Result<Option<u32>, Rule> {
    let Some(written) = written else { return Ok(None) };
    let side = u32::try_from(written).ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
    side.map(Some).ok_or(PIXELS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl Fn(&mut Written<'_>)) -> Vec<(String, String)> {
        let mut written = Written {
            width: Some(1080),
            height: Some(1080),
            fit: PictureFit::Contain,
            format: PictureFormat::Jpeg,
            quality: 85,
            background: None,
            enlarge: false,
        };
        change(&mut written);
        let mut errors = FieldErrors::default();
        Look::read(&written, &mut errors);
        errors.into_errors().into_iter().map(|error| (error.field, error.key)).collect()
    }

    #[test]
    fn a_colour_is_three_or_six_digits() {
        for (text, read) in [("#fff", Some("#ffffff")), ("#1B7f4b", Some("#1b7f4b")), ("fff", None), ("#ffff", None)] {
            assert_eq!(Colour::parse(text).ok().map(|colour| colour.to_string()).as_deref(), read, "{text}");
        }
        assert!(Colour::parse("#é1").is_err());
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_by_its_field() {
        let one = |field: &str, rule: &str| vec![(field.to_owned(), format!("form_rules.{rule}"))];
        assert_eq!(refused(|_| {}), []);
        assert_eq!(refused(|written| (written.width, written.height) = (None, None)), []);
        assert_eq!(refused(|written| written.width = Some(0)), one("width", "pixels"));
        assert_eq!(refused(|written| written.height = Some(16_001)), one("height", "pixels"));
        assert_eq!(refused(|written| written.width = Some(-5)), one("width", "pixels"));
        let both = refused(|written| (written.width, written.height) = (Some(16_000), Some(16_000)));
        assert_eq!(both, one("height", "pixels"));
        let cover = refused(|written| (written.fit, written.height) = (PictureFit::Cover, None));
        assert_eq!(cover, one("height", "both_sides"));
        assert_eq!(refused(|written| written.quality = 0), one("quality", "quality"));
        assert_eq!(refused(|written| written.quality = 300), one("quality", "quality"));
        assert_eq!(refused(|written| written.background = Some("red")), one("background", "invalid_color"));
    }
}
