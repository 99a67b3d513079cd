//! Hits by the months in which they were changed.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use primitives::Seconds;
use serde::Serialize;

const MONTHS: usize = 12;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MonthFacet {
    /// When it begins; seconds since 1970.
    since: Seconds,
    /// When the next one begins.
    until: Seconds,
    count: usize,
}

/// The last months, the oldest first; `count` tells how many hits lie between two moments.
pub(super) fn months(now: Seconds, count: &dyn Fn(Seconds, Seconds) -> usize) -> Vec<MonthFacet> {
    let begins = |day: Date| day.to_zoned(TimeZone::UTC).map_or(Seconds::MAX, |day| day.timestamp().as_second());
    let today = Timestamp::from_second(now).map(|now| now.to_zoned(TimeZone::UTC).date()).unwrap_or_default();
    let firsts =
        std::iter::successors(Some(today.first_of_month()), |first| first.yesterday().ok().map(Date::first_of_month));
    let mut months: Vec<MonthFacet> = firsts
        .take(MONTHS)
        .map(|first| {
            let next = first.last_of_month().tomorrow().map_or(Seconds::MAX, begins);
            MonthFacet { since: begins(first), until: next, count: count(begins(first), next) }
        })
        .collect();
    months.reverse();
    months
}
