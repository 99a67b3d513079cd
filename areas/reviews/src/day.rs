//! A day of the calendar, as people agree on one: it has no hour and no time zone.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use primitives::{Language, Seconds};

const LENGTH: Seconds = 86_400;

/// Days since 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub i64);

impl Day {
    /// After every other day, for what is due on none.
    pub const NEVER: Self = Self(i64::MAX);

    /// `2027-03-25`.
    pub fn parse(text: &str) -> Option<Self> {
        let date: Date = text.parse().ok()?;
        let begins = date.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second();
        (date.to_string() == text).then(|| Self::of(begins))
    }

    /// The day of a moment, in Greenwich.
    pub fn of(moment: Seconds) -> Self {
        Self(moment.div_euclid(LENGTH))
    }

    pub fn after(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    pub fn written(self) -> String {
        self.date().to_string()
    }

    /// As people of a language write it.
    pub fn in_words(self, language: Language) -> String {
        let form = match language {
            Language::En => "%-d %B %Y",
            Language::Pt => "%d/%m/%Y",
        };
        self.date().strftime(form).to_string()
    }

    fn date(self) -> Date {
        let begins = Timestamp::from_second(self.0.saturating_mul(LENGTH));
        begins.map(|begins| begins.to_zoned(TimeZone::UTC).date()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use primitives::Language;

    use super::Day;

    #[test]
    fn a_day_is_read_and_written_as_it_stands_in_a_calendar() {
        let day = Day::parse("2027-03-05").unwrap();
        assert_eq!((day, day.written()), (Day(20_882), "2027-03-05".to_owned()));
        assert_eq!((Day::of(20_882 * 86_400), Day::of(20_883 * 86_400 - 1), day.after(1)), (day, day, Day(20_883)));
        assert_eq!(
            (day.in_words(Language::En), day.in_words(Language::Pt)),
            ("5 March 2027".into(), "05/03/2027".into())
        );
        for wrong in ["", "2027-02-30", "2027-3-5", "20270305", "2027-03-05T10:00", "tomorrow"] {
            assert_eq!(Day::parse(wrong), None, "{wrong}");
        }
    }
}
