//! What a store knows of an object without sending it.

use jiff::fmt::rfc2822;
use reqwest::Response;
use reqwest::header::{CONTENT_LENGTH, ETAG, HeaderName, LAST_MODIFIED};

use super::client::Client;
use super::failure::Failure;
use crate::Written;

/// When the bytes were written here, before they were sent: their time stays the one that was noted with their row.
pub(crate) const MODIFIED: &str = "x-amz-meta-modified-ns";

#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub written: Written,
    /// Of these bytes: others have another one.
    pub etag: Option<String>,
}

/// None if there is no such object, or no bucket.
pub(crate) async fn head(client: &Client, key: &str) -> Result<Option<Head>, Failure> {
    let (bucket, credentials) = client.signing()?;
    match client.ask(bucket.head_object(credentials, key), &[]).await {
        Ok(answer) => read(&answer).map(Some),
        Err(failure) if failure.is_missing() => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn read(answer: &Response) -> Result<Head, Failure> {
    let text = |name: HeaderName| answer.headers().get(name).and_then(|value| value.to_str().ok());
    let size = text(CONTENT_LENGTH).and_then(|size| size.parse().ok()).ok_or(Failure::Garbled)?;
    let noted = text(HeaderName::from_static(MODIFIED)).and_then(|time| time.parse().ok());
    let modified_ns = noted.or_else(|| text(LAST_MODIFIED).and_then(nanoseconds)).ok_or(Failure::Garbled)?;
    Ok(Head { written: Written { size, modified_ns }, etag: text(ETAG).map(str::to_owned) })
}

fn nanoseconds(date: &str) -> Option<i64> {
    let time = rfc2822::parse(&date.replace("GMT", "+0000")).ok()?;
    i64::try_from(time.timestamp().as_nanosecond()).ok()
}

#[cfg(test)]
mod tests {
    use super::nanoseconds;

    #[test]
    fn the_date_of_a_header_is_a_time() {
        assert_eq!(nanoseconds("Wed, 12 Oct 2009 17:50:00 GMT"), None, "it was a Monday");
        assert_eq!(nanoseconds("Mon, 12 Oct 2009 17:50:00 GMT"), Some(1_255_369_800_000_000_000));
        assert_eq!(nanoseconds("yesterday"), None);
    }
}
