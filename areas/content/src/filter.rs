//! What narrows a search beside its words: the type, when it was changed, who brought it, its pixels, their shape and
//! their colours.

use db::Value;
use primitives::{Seconds, UserId};
use rest::Problem;
use serde::{Deserialize, Serialize};

pub(crate) mod colours;

/// At most this many values of one kind.
const MOST: usize = 32;

/// The shape of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    Landscape,
    Portrait,
    /// The sides differ by a twentieth at most.
    Square,
    /// At least twice as wide as high.
    Panorama,
}

impl Orientation {
    pub const ALL: [Self; 4] = [Self::Landscape, Self::Portrait, Self::Square, Self::Panorama];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            Self::Landscape => "landscape",
            Self::Portrait => "portrait",
            Self::Square => "square",
            Self::Panorama => "panorama",
        }
    }

    pub fn of(width: i64, height: i64) -> Self {
        if width >= 2 * height {
            Self::Panorama
        } else if 20 * width > 21 * height {
            Self::Landscape
        } else if 20 * height > 21 * width {
            Self::Portrait
        } else {
            Self::Square
        }
    }

    /// SQL for whether `width` and `height` have this shape; the same as `of`.
    fn condition(self) -> String {
        match self {
            Self::Panorama => format!("{WIDTH} >= 2 * {HEIGHT}"),
            Self::Landscape => format!("20 * {WIDTH} > 21 * {HEIGHT} AND {WIDTH} < 2 * {HEIGHT}"),
            Self::Portrait => format!("20 * {HEIGHT} > 21 * {WIDTH}"),
            Self::Square => format!("20 * {WIDTH} <= 21 * {HEIGHT} AND 20 * {HEIGHT} <= 21 * {WIDTH}"),
        }
    }
}

macro_rules! value_of {
    ($key:literal) => {
        concat!(
            "(SELECT v.number_value FROM nodes_value v WHERE v.node_id = n.node_id AND v.property_id = \
             (SELECT p.property_id FROM nodes_property p WHERE p.property_key = '",
            $key,
            "'))"
        )
    };
}
pub(crate) const WIDTH: &str = value_of!("width");
pub(crate) const HEIGHT: &str = value_of!("height");
pub(crate) const COLOURS: &str = value_of!("colours");

/// What is asked for in a query string.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams, utoipa::ToSchema)]
pub struct FilterQuery {
    /// Types of entries (`image`, `pdf`, `folder`, …), separated by commas.
    #[param(required = false, pattern = "^([a-z0-9_]{1,64}(,[a-z0-9_]{1,64}){0,31})?$")]
    types: Option<String>,
    /// Changed at this moment or later; seconds since 1970.
    #[param(required = false)]
    since: Option<Seconds>,
    /// Changed before this moment; seconds since 1970.
    #[param(required = false)]
    until: Option<Seconds>,
    /// Who brought it: ids of users, separated by commas.
    #[param(required = false, pattern = "^([1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,31})?$")]
    people: Option<String>,
    /// `landscape`, `portrait`, `square`, `panorama`, separated by commas.
    #[param(
        required = false,
        pattern = "^((landscape|portrait|square|panorama)(,(landscape|portrait|square|panorama)){0,3})?$"
    )]
    orientations: Option<String>,
    /// Pictures in which one of these colours leads: `red`, `orange`, `yellow`, `green`, `teal`, `blue`, `purple`,
    /// `black`, `brown`, `grey`, `white`, separated by commas.
    #[param(
        required = false,
        pattern = "^((red|orange|yellow|green|teal|blue|purple|black|brown|grey|white)\
                   (,(red|orange|yellow|green|teal|blue|purple|black|brown|grey|white)){0,10})?$"
    )]
    colours: Option<String>,
    /// The longer side has at least so many pixels.
    #[param(required = false)]
    pixels_from: Option<i64>,
    /// The longer side has at most so many pixels.
    #[param(required = false)]
    pixels_to: Option<i64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub types: Vec<String>,
    pub since: Option<Seconds>,
    pub until: Option<Seconds>,
    pub people: Vec<UserId>,
    pub orientations: Vec<Orientation>,
    /// Bits of colours, of which a picture has one; 0: any picture.
    pub colours: i64,
    pub pixels_from: Option<i64>,
    pub pixels_to: Option<i64>,
}

impl FilterQuery {
    pub(crate) fn parse(&self) -> Result<Filter, Problem> {
        let types = listed(self.types.as_deref(), "types", |word| Some(word.to_owned()).filter(|word| is_type(word)))?;
        let person = |word: &str| word.parse().ok().filter(|id| *id > 0).map(UserId);
        let people = listed(self.people.as_deref(), "people", person)?;
        let orientations = listed(self.orientations.as_deref(), "orientations", Orientation::parse)?;
        let colours = listed(self.colours.as_deref(), "colours", colours::bit)?;
        let colours = colours.into_iter().fold(0, |all, bit| all | bit);
        let Self { since, until, pixels_from, pixels_to, .. } = *self;
        Ok(Filter { types, since, until, people, orientations, colours, pixels_from, pixels_to })
    }
}

fn is_type(word: &str) -> bool {
    (1..=64).contains(&word.len())
        && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

fn listed<T>(text: Option<&str>, field: &'static str, parse: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Problem> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let found: Option<Vec<T>> = text.split(',').map(parse).collect();
    found.filter(|found| found.len() <= MOST).ok_or_else(|| Problem::invalid(field, "invalid"))
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// SQL for whether the node `n` is wanted; its parameters begin with `$first`.
    pub fn condition(&self, first: usize) -> String {
        let mut next = first..;
        let mut number = || next.next().unwrap_or(first);
        let mut all = Vec::new();
        for (column, values) in [("entry_type", self.types.len()), ("created_by", self.people.len())] {
            if values > 0 {
                let list: Vec<_> = (0..values).map(|_| format!("${}", number())).collect();
                all.push(format!("n.{column} IN ({})", list.join(", ")));
            }
        }
        for (wanted, condition) in [(self.since, "n.modified_at >="), (self.until, "n.modified_at <")] {
            if wanted.is_some() {
                all.push(format!("{condition} ${}", number()));
            }
        }
        if self.pixels_from.is_some() {
            let at = number();
            all.push(format!("({WIDTH} >= ${at} OR {HEIGHT} >= ${at})"));
        }
        if self.pixels_to.is_some() {
            let at = number();
            all.push(format!("({WIDTH} <= ${at} AND {HEIGHT} <= ${at})"));
        }
        if self.colours != 0 {
            all.push(format!("({COLOURS} & ${}) <> 0", number()));
        }
        if !self.orientations.is_empty() {
            let some: Vec<_> = self.orientations.iter().map(|one| format!("({})", one.condition())).collect();
            all.push(format!("({})", some.join(" OR ")));
        }
        if all.is_empty() { "1 = 1".to_owned() } else { all.join(" AND ") }
    }

    /// The parameters of `condition`.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let colours = Some(self.colours).filter(|bits| *bits != 0);
        let numbers = [self.since, self.until, self.pixels_from, self.pixels_to, colours];
        let people = self.people.iter().map(|user| Value::from(*user));
        self.types.iter().map(Value::from).chain(people).chain(numbers.into_iter().flatten().map(Value::from))
    }
}

#[cfg(test)]
mod tests {
    use super::Orientation;

    #[test]
    fn a_picture_has_the_shape_of_its_sides() {
        for (width, height, wanted) in [
            (1600, 1200, Orientation::Landscape),
            (1200, 1600, Orientation::Portrait),
            (1000, 1000, Orientation::Square),
            (1050, 1000, Orientation::Square),
            (1051, 1000, Orientation::Landscape),
            (1000, 1051, Orientation::Portrait),
            (2000, 1000, Orientation::Panorama),
        ] {
            assert_eq!(Orientation::of(width, height), wanted, "{width} × {height}");
        }
    }
}
