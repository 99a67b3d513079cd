//! When a month begins: on its first day at midnight, in the tenant's time zone.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use primitives::Seconds;

/// The calendar ends in the year 9999.
const NEVER: Seconds = Seconds::MAX;

/// A time zone of the IANA database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZone(jiff::tz::TimeZone);

impl TimeZone {
    pub fn utc() -> Self {
        Self(jiff::tz::TimeZone::UTC)
    }

    /// `America/Sao_Paulo`, `UTC`; None if there is no such zone.
    pub fn parse(name: &str) -> Option<Self> {
        jiff::tz::TimeZone::get(name.trim()).ok().filter(|zone| zone.iana_name().is_some()).map(Self)
    }

    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The first moment of the month after the one that contains `now`. If clocks skip midnight on that day, it is the
    /// moment they skip to; if midnight occurs twice, the first one.
    pub fn next_month(&self, now: Seconds) -> Seconds {
        let next = self.date(now).and_then(|today| today.last_of_month().tomorrow().ok());
        next.map_or(NEVER, |day| self.begins(day))
    }

    /// When the month that begins here at `beginning` begins in the time zone `other`.
    pub fn same_month(&self, other: &Self, beginning: Seconds) -> Seconds {
        self.date(beginning).map_or(NEVER, |day| other.begins(day.first_of_month()))
    }

    fn date(&self, at: Seconds) -> Option<Date> {
        Some(Timestamp::from_second(at).ok()?.to_zoned(self.0.clone()).date())
    }

    fn begins(&self, day: Date) -> Seconds {
        let begins = day.to_datetime(Time::midnight()).to_zoned(self.0.clone());
        begins.map_or(NEVER, |begins| begins.timestamp().as_second())
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::TimeZone;

    fn next(zone: &str, now: &str) -> String {
        let now: Timestamp = now.parse().unwrap();
        let next = TimeZone::parse(zone).unwrap().next_month(now.as_second());
        Timestamp::from_second(next).unwrap().to_string()
    }

    #[test]
    fn a_month_begins_at_the_tenant_s_own_midnight() {
        for (zone, now, wanted) in [
            ("UTC", "2026-11-21T10:00:00Z", "2026-12-01T00:00:00Z"),
            ("UTC", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
            ("UTC", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
            ("America/Sao_Paulo", "2026-12-01T02:59:59Z", "2026-12-01T03:00:00Z"),
            ("America/Sao_Paulo", "2026-12-01T03:00:00Z", "2027-01-01T03:00:00Z"),
            ("Pacific/Kiritimati", "2026-11-21T10:00:00Z", "2026-11-30T10:00:00Z"),
            ("Asia/Kathmandu", "2028-02-10T00:00:00Z", "2028-02-29T18:15:00Z"),
        ] {
            assert_eq!(next(zone, now), wanted, "{zone} {now}");
        }
    }

    #[test]
    fn a_month_begins_also_where_clocks_jump_at_midnight() {
        // Summer time began in Asunción on 1 October 2017 at midnight: that day began at one o'clock.
        assert_eq!(next("America/Asuncion", "2017-09-20T12:00:00Z"), "2017-10-01T04:00:00Z");
        assert_eq!(next("America/Asuncion", "2017-10-01T04:00:00Z"), "2017-11-01T03:00:00Z");
        // Clocks in Havana went back to midnight on 1 November 2015 at one: the first of the two midnights counts.
        assert_eq!(next("America/Havana", "2015-10-15T12:00:00Z"), "2015-11-01T04:00:00Z");
        assert_eq!(next("America/Havana", "2015-11-01T04:30:00Z"), "2015-12-01T05:00:00Z");
        // Samoa had no 30 December 2011; its January began as usual.
        assert_eq!(next("Pacific/Apia", "2011-12-15T12:00:00Z"), "2011-12-31T10:00:00Z");
    }

    #[test]
    fn a_change_of_clocks_begins_no_new_month() {
        let (here, there) = (TimeZone::parse("America/Sao_Paulo").unwrap(), TimeZone::parse("Asia/Tokyo").unwrap());
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_second();
        assert_eq!(here.same_month(&there, at("2027-01-01T03:00:00Z")), at("2026-12-31T15:00:00Z"));
        assert_eq!(there.same_month(&here, at("2026-12-31T15:00:00Z")), at("2027-01-01T03:00:00Z"));
    }

    #[test]
    fn an_unknown_time_zone_is_refused() {
        for name in ["", "Mars/Olympus", "../etc/passwd", "+03:00"] {
            assert_eq!(TimeZone::parse(name), None, "{name}");
        }
        assert_eq!(TimeZone::parse("america/sao_paulo").unwrap().name(), "America/Sao_Paulo");
    }
}
