//! Days, months and periods.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use primitives::Seconds;

pub(crate) const DAY: Seconds = 86_400;

/// So many days are kept one by one; earlier ones are months.
pub(crate) const KEPT_DAYS: i64 = 400;
/// Months that began so many days ago are forgotten.
pub(crate) const KEPT_MONTHS: i64 = 5 * 366;

/// A day, counted from 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Day(pub i64);

impl Day {
    pub fn of(at: Seconds) -> Self {
        Self(at.div_euclid(DAY))
    }

    pub fn before(self, days: i64) -> Self {
        Self(self.0 - days)
    }

    /// Its first second.
    pub fn begins_at(self) -> Seconds {
        self.0.saturating_mul(DAY)
    }

    /// The first day of its month; itself, if it is no day of this calendar.
    pub fn month(self) -> Self {
        let Some(date) = self.date() else { return self };
        Self(self.0 - i64::from(date.day()) + 1)
    }

    fn date(self) -> Option<Date> {
        let begins = Timestamp::from_second(self.begins_at()).ok()?;
        Some(begins.to_zoned(TimeZone::UTC).date())
    }

    /// `2026-11-29`.
    pub fn text(self) -> String {
        self.date().map(|date| date.to_string()).unwrap_or_default()
    }
}

/// The last so many days, today included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period(i64);

impl Period {
    /// As the tables know them.
    pub const ALL: [Self; 4] = [Self(7), Self(30), Self(90), Self(365)];
    pub const YEAR: Self = Self(365);

    pub fn days(self) -> i64 {
        self.0
    }

    /// The last day before it.
    pub fn after(self, today: Day) -> Day {
        today.before(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn a_day_knows_its_month() {
        let day = Day::of(1_800_000_000);
        assert_eq!((day.text(), day.month().text()), ("2027-01-15".into(), "2027-01-01".into()));
        assert_eq!(day.month().month(), day.month());
        assert_eq!(Day::of(-1), Day(-1));
        assert_eq!(Day(i64::MAX).month(), Day(i64::MAX));
    }
}
