//! Conditional requests (RFC 9110 §13): by entity tag, or by the time of the last change.

use axum::http::header::{IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE, IF_UNMODIFIED_SINCE};
use axum::http::{HeaderMap, HeaderName};
use primitives::Seconds;

/// The current representation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Current<'t> {
    /// In quotes, as in the header.
    pub tag: &'t str,
    pub modified: Seconds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Fulfilled,
    /// The asker has the current version.
    NotModified,
    /// The precondition does not hold.
    Failed,
}

/// In the order of RFC 9110 §13.2.2: tags take precedence over dates.
pub(super) fn weigh(asked: &HeaderMap, current: Current<'_>) -> Wish {
    let holds = match tags(asked, &IF_MATCH) {
        Some(tags) => names(&tags, current.tag, false),
        None => date(asked, &IF_UNMODIFIED_SINCE).is_none_or(|since| current.modified <= since),
    };
    if !holds {
        return Wish::Failed;
    }
    let known = match tags(asked, &IF_NONE_MATCH) {
        Some(tags) => names(&tags, current.tag, true),
        None => date(asked, &IF_MODIFIED_SINCE).is_some_and(|since| current.modified <= since),
    };
    if known { Wish::NotModified } else { Wish::Fulfilled }
}

/// Whether a range continues the version that the asker has; a range of another version is useless.
pub(super) fn continues(asked: &HeaderMap, current: Current<'_>, now: Seconds) -> bool {
    let Some(value) = asked.get(IF_RANGE) else { return true };
    if value.as_bytes() == current.tag.as_bytes() {
        return true;
    }
    // A date identifies a version only if its second is over (RFC 9110 §8.8.2.2).
    let exact = value.to_str().ok().and_then(rest::parse_http_date) == Some(current.modified);
    exact && current.modified + 1 < now
}

fn tags(asked: &HeaderMap, name: &HeaderName) -> Option<String> {
    let values: Vec<_> = asked.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
    if values.is_empty() { None } else { Some(values.join(",")) }
}

/// Whether the list contains the tag. A weak match suffices where nothing is combined or changed.
fn names(tags: &str, tag: &str, weakly: bool) -> bool {
    tags.trim() == "*"
        || tags.split(',').map(str::trim).any(|one| one == tag || (weakly && one.strip_prefix("W/") == Some(tag)))
}

fn date(asked: &HeaderMap, name: &HeaderName) -> Option<Seconds> {
    rest::parse_http_date(asked.get(name)?.to_str().ok()?)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::{Current, Wish, continues, weigh};

    const NOW: Current<'static> = Current { tag: "\"a\"", modified: 784_111_777 };
    const SAME: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const BEFORE: &str = "Sun, 06 Nov 1994 08:49:36 GMT";

    fn asked(headers: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        pairs.collect()
    }

    #[test]
    fn conditions_are_weighed_as_the_standard_says() {
        use Wish::{Failed, Fulfilled, NotModified};
        for (headers, wish) in [
            (&[][..], Fulfilled),
            (&[("if-match", "\"x\", \"a\"")], Fulfilled),
            (&[("if-match", "*")], Fulfilled),
            (&[("if-match", "\"x\"")], Failed),
            (&[("if-match", "W/\"a\"")], Failed),
            (&[("if-unmodified-since", SAME)], Fulfilled),
            (&[("if-unmodified-since", BEFORE)], Failed),
            (&[("if-unmodified-since", "yesterday")], Fulfilled),
            (&[("if-match", "\"a\""), ("if-unmodified-since", BEFORE)], Fulfilled),
            (&[("if-none-match", "W/\"a\"")], NotModified),
            (&[("if-none-match", "\"x\"")], Fulfilled),
            (&[("if-modified-since", SAME)], NotModified),
            (&[("if-modified-since", BEFORE)], Fulfilled),
            (&[("if-none-match", "\"x\""), ("if-modified-since", SAME)], Fulfilled),
            (&[("if-match", "\"x\""), ("if-none-match", "\"a\"")], Failed),
        ] {
            assert_eq!(weigh(&asked(headers), NOW), wish, "{headers:?}");
        }
    }

    #[test]
    fn a_part_continues_the_version_that_was_begun() {
        for (value, later, continued) in [
            ("\"a\"", 0, true),
            ("\"x\"", 60, false),
            ("W/\"a\"", 60, false),
            (SAME, 60, true),
            (SAME, 1, false),
            (BEFORE, 60, false),
        ] {
            let headers = asked(&[("if-range", value)]);
            assert_eq!(continues(&headers, NOW, NOW.modified + later), continued, "{value} {later}");
        }
    }
}
