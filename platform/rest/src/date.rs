//! Dates as HTTP writes them (RFC 9110 §5.6.7), to the second.

use std::time::{Duration, UNIX_EPOCH};

use primitives::Seconds;

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
pub fn http_date(at: Seconds) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(u64::try_from(at).unwrap_or(0)))
}

/// None if it is not a date.
pub fn parse_http_date(said: &str) -> Option<Seconds> {
    let since = httpdate::parse_http_date(said.trim()).ok()?.duration_since(UNIX_EPOCH).ok()?;
    Seconds::try_from(since.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::{http_date, parse_http_date};

    #[test]
    fn a_date_is_written_and_read() {
        assert_eq!(http_date(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(parse_http_date("yesterday"), None);
    }
}
