//! The `Range` header: one range of bytes, or all of them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Everything,
    /// Both ends are included.
    Part {
        first: u64,
        last: u64,
    },
    /// The range begins beyond the end.
    Impossible,
}

/// The range that a header requests of a file of `length` bytes. A header that is not understood, or has several
/// ranges, requests all of it (RFC 9110 §14.2). A position has any number of digits.
pub(crate) fn wanted(header: Option<&str>, length: u64) -> Wanted {
    let Some(spec) = header.and_then(|value| value.trim().strip_prefix("bytes=")) else { return Wanted::Everything };
    let Some((first, last)) = spec.split_once('-') else { return Wanted::Everything };
    match (first.trim(), last.trim()) {
        ("", count) => position(count).map_or(Wanted::Everything, |count| ending(count, length)),
        (first, "") => position(first).map_or(Wanted::Everything, |first| part(first, u64::MAX, length)),
        (first, last) => match (position(first), position(last)) {
            (Some(_), Some(_)) if is_greater(first, last) => Wanted::Everything,
            (Some(first), Some(last)) => part(first, last, length),
            _ => Wanted::Everything,
        },
    }
}

/// A number that no file is long enough for is as good as the greatest.
fn position(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

fn is_greater(first: &str, last: &str) -> bool {
    let [first, last] = [first, last].map(|digits| digits.trim_start_matches('0'));
    (first.len(), first) > (last.len(), last)
}

fn part(first: u64, last: u64, length: u64) -> Wanted {
    if first < length { Wanted::Part { first, last: last.min(length - 1) } } else { Wanted::Impossible }
}

fn ending(count: u64, length: u64) -> Wanted {
    if count == 0 { Wanted::Impossible } else { part(length.saturating_sub(count), u64::MAX, length) }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, wanted};

    #[test]
    fn ranges_are_read_as_the_standard_says() {
        let part = |first, last| Wanted::Part { first, last };
        for (header, length, answer) in [
            (None, 10, Wanted::Everything),
            (Some("bytes=0-3"), 10, part(0, 3)),
            (Some("bytes=4-"), 10, part(4, 9)),
            (Some("bytes=-3"), 10, part(7, 9)),
            (Some("bytes=-30"), 10, part(0, 9)),
            (Some("bytes=2-99"), 10, part(2, 9)),
            (Some("bytes=10-"), 10, Wanted::Impossible),
            (Some("bytes=-0"), 10, Wanted::Impossible),
            (Some("bytes=0-"), 0, Wanted::Impossible),
            (Some("bytes=-5"), 0, Wanted::Impossible),
            (Some("bytes=5-2"), 10, Wanted::Everything),
            (Some("bytes=0-1,4-5"), 10, Wanted::Everything),
            (Some("items=0-1"), 10, Wanted::Everything),
            (Some("bytes=a-b"), 10, Wanted::Everything),
            (Some("bytes=+1-3"), 10, Wanted::Everything),
            (Some("bytes=-"), 10, Wanted::Everything),
            (Some("bytes=1-b"), 10, Wanted::Everything),
            (Some("bytes=99999999999999999999-"), 10, Wanted::Impossible),
            (Some("bytes=99999999999999999998-99999999999999999999"), 10, Wanted::Impossible),
            (Some("bytes=99999999999999999999-99999999999999999998"), 10, Wanted::Everything),
            (Some("bytes=0007-99999999999999999999"), 10, part(7, 9)),
            (Some("bytes=-99999999999999999999"), 10, part(0, 9)),
        ] {
            assert_eq!(wanted(header, length), answer, "{header:?} of {length}");
        }
    }
}
