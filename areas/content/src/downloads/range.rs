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
/// ranges, requests all of it (RFC 9110 §14.2).
pub(crate) fn wanted(header: Option<&str>, length: u64) -> Wanted {
    let Some(spec) = header.and_then(|value| value.trim().strip_prefix("bytes=")) else { return Wanted::Everything };
    let Some((first, last)) = spec.split_once('-') else { return Wanted::Everything };
    match (first.trim().parse::<u64>(), last.trim().parse::<u64>(), first.trim(), last.trim()) {
        (Ok(first), Ok(last), _, _) if first > last => Wanted::Everything,
        (Ok(first), _, _, _) if first >= length => Wanted::Impossible,
        (Ok(first), Ok(last), _, _) => Wanted::Part { first, last: last.min(length - 1) },
        (Ok(first), _, _, "") => Wanted::Part { first, last: length - 1 },
        (_, Ok(0), "", _) => Wanted::Impossible,
        (_, Ok(_), "", _) if length == 0 => Wanted::Impossible,
        (_, Ok(count), "", _) => Wanted::Part { first: length.saturating_sub(count), last: length - 1 },
        _ => Wanted::Everything,
    }
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
            (Some("bytes=99999999999999999999-"), 10, Wanted::Everything),
        ] {
            assert_eq!(wanted(header, length), answer, "{header:?} of {length}");
        }
    }
}
