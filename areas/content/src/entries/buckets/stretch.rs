//! Stretches of a list: a letter, a day, a month or a year, or what has no date; pure.

use crate::entries::order::undated;

/// Where an entry stands in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Name(String),
    Time(i64),
}

/// From `begin` up to, but without, `end`; without an end, to the end of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub key: String,
    pub begin: Place,
    pub end: Option<Place>,
}

impl Place {
    pub fn is_undated(&self) -> bool {
        matches!(self, Self::Time(time) if undated(*time).is_some())
    }
}

impl Stretch {
    /// What has no date in a list by dates.
    fn undated(place: &Place) -> Option<Self> {
        let Place::Time(time) = place else { return None };
        let (begin, end) = undated(*time)?;
        Some(Self { key: "undated".to_owned(), begin: Place::Time(begin), end: end.map(Place::Time) })
    }

    pub fn has(&self, place: &Place) -> bool {
        *place >= self.begin && self.end.as_ref().is_none_or(|end| place < end)
    }
}

/// How a list is divided. Clocks are `ahead` of UTC by so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Letters,
    Days { ahead: i64 },
    Months { ahead: i64 },
    Years { ahead: i64 },
}

const DAY: i64 = 86_400;
/// A list over more years than these is not divided by months.
const MOST_YEARS: i64 = 10;

impl Scale {
    /// Months; or years, if more than ten of them lie from the first to the last. Months do not matter for that: it is
    /// the same for the times of entries and for the years in which they are.
    pub fn of_times(first: i64, last: i64, ahead: i64) -> Self {
        let ((year, _), (last_year, _)) = (month_of(first + ahead), month_of(last + ahead));
        if last_year - year < MOST_YEARS { Self::Months { ahead } } else { Self::Years { ahead } }
    }

    /// The stretch that a place lies in.
    pub fn stretch_at(self, place: &Place) -> Stretch {
        if let Some(stretch) = Stretch::undated(place) {
            return stretch;
        }
        match (self, place) {
            (_, Place::Name(name)) => letter(name),
            (Self::Years { ahead }, Place::Time(time)) => {
                let (year, _) = month_of(time + ahead);
                let begins = |year| Place::Time(first_of(year, 1) - ahead);
                Stretch { key: format!("{year:04}"), begin: begins(year), end: Some(begins(year + 1)) }
            }
            (Self::Months { ahead }, Place::Time(time)) => months(*time, ahead),
            (Self::Days { ahead }, Place::Time(time)) => days(*time, ahead),
            (Self::Letters, Place::Time(time)) => months(*time, 0),
        }
    }
}

fn days(time: i64, ahead: i64) -> Stretch {
    let (year, month) = month_of(time + ahead);
    let begin = (time + ahead).div_euclid(DAY) * DAY;
    let day = (begin - first_of(year, month)) / DAY + 1;
    let key = format!("{year:04}-{month:02}-{day:02}");
    Stretch { key, begin: Place::Time(begin - ahead), end: Some(Place::Time(begin - ahead + DAY)) }
}

fn months(time: i64, ahead: i64) -> Stretch {
    let (year, month) = month_of(time + ahead);
    let (next_year, next) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    let begins = |year, month| Place::Time(first_of(year, month) - ahead);
    Stretch { key: format!("{year:04}-{month:02}"), begin: begins(year, month), end: Some(begins(next_year, next)) }
}

/// All names that begin with the same character, or with a number: the keys of numbers begin with any digit.
fn letter(name: &str) -> Stretch {
    let Some(first) = name.chars().next() else {
        return Stretch { key: String::new(), begin: Place::Name(String::new()), end: None };
    };
    if first.is_ascii_digit() {
        let [begin, end] = ["0", ":"].map(|place| Place::Name(place.to_owned()));
        return Stretch { key: "0".to_owned(), begin, end: Some(end) };
    }
    let end = following(first).map(|next| Place::Name(next.to_string()));
    Stretch { key: first.to_string(), begin: Place::Name(first.to_string()), end }
}

/// The next character in the order of their bytes.
fn following(letter: char) -> Option<char> {
    match u32::from(letter) + 1 {
        // The halves of pairs are no characters.
        0xD800..=0xDFFF => Some('\u{E000}'),
        next => char::from_u32(next),
    }
}

/// The year and the month, from 1, in which a second lies.
fn month_of(seconds: i64) -> (i64, i64) {
    // Days since 1 March of the year 0, in eras of 400 years (Howard Hinnant's calendar algorithms).
    let days = seconds.div_euclid(DAY) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month)
}

/// The second with which a month begins.
fn first_of(year: i64, month: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let from_march = if month > 2 { month - 3 } else { month + 9 };
    let day = (153 * from_march + 2) / 5;
    (era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day - 719_468) * DAY
}

#[cfg(test)]
mod tests {
    use super::{Place, Scale, first_of, month_of};

    #[test]
    fn months_begin_and_end_where_calendars_say() {
        for (year, month, seconds) in [
            (1970, 1, 0),
            (1970, 2, 2_678_400),
            (2000, 3, 951_868_800),
            (2024, 3, 1_709_251_200),
            (2026, 12, 1_796_083_200),
            (1969, 12, -2_678_400),
        ] {
            assert_eq!(first_of(year, month), seconds, "{year}-{month}");
            assert_eq!(month_of(seconds), (year, month));
            let before = if month == 1 { (year - 1, 12) } else { (year, month - 1) };
            assert_eq!(month_of(seconds - 1), before);
        }
    }

    #[test]
    fn a_month_is_that_of_the_asker_s_clock() {
        // 1 December 2026, 01:00 UTC, is still November in São Paulo.
        let place = Place::Time(first_of(2026, 12) + 3_600);
        for (ahead, key) in [(0, "2026-12"), (-10_800, "2026-11"), (3_600, "2026-12")] {
            let stretch = Scale::Months { ahead }.stretch_at(&place);
            assert_eq!(stretch.key, key);
            assert!(stretch.has(&place));
        }
    }

    #[test]
    fn a_day_is_that_of_the_asker_s_clock() {
        // 1 March 2028, 01:00 UTC, is still 29 February in São Paulo.
        let place = Place::Time(first_of(2028, 3) + 3_600);
        for (ahead, key) in [(0, "2028-03-01"), (-10_800, "2028-02-29"), (50_400, "2028-03-01")] {
            let stretch = Scale::Days { ahead }.stretch_at(&place);
            assert_eq!(stretch.key, key);
            assert!(stretch.has(&place));
            let Some(Place::Time(end)) = stretch.end else { panic!("a day ends") };
            assert_eq!(Place::Time(end - 86_400), stretch.begin);
        }
    }

    #[test]
    fn a_list_over_many_years_has_years() {
        let of = |first, last| Scale::of_times(first_of(first, 1), first_of(last, 12), 0);
        for first in [2017, 2020] {
            assert_eq!(of(first, 2026), Scale::Months { ahead: 0 });
        }
        assert_eq!(of(2016, 2026), Scale::Years { ahead: 0 });
        let year = of(2016, 2026).stretch_at(&Place::Time(first_of(2020, 6)));
        assert_eq!(
            (year.key.as_str(), year.begin, year.end),
            ("2020", Place::Time(first_of(2020, 1)), Some(Place::Time(first_of(2021, 1))))
        );
    }

    #[test]
    fn a_letter_ends_where_the_next_one_begins() {
        for (name, key, end) in
            [("mango", "m", Some("n")), ("\u{D7FF}x", "\u{D7FF}", Some("\u{E000}")), ("é", "é", Some("ê"))]
        {
            let stretch = Scale::Letters.stretch_at(&Place::Name(name.to_owned()));
            assert_eq!(stretch.key, key);
            assert_eq!(stretch.end, end.map(|end| Place::Name(end.to_owned())));
        }
        let numbers = ["7", "32026", "990"].map(|key| Scale::Letters.stretch_at(&Place::Name(key.to_owned())));
        assert!(numbers.iter().all(|stretch| *stretch == numbers[0] && stretch.has(&Place::Name("98".to_owned()))));
        assert!(!numbers[0].has(&Place::Name("_".to_owned())) && !numbers[0].has(&Place::Name(" 11".to_owned())));
        let last = Scale::Letters.stretch_at(&Place::Name(char::MAX.to_string()));
        assert_eq!(last.end, None);
    }
}
