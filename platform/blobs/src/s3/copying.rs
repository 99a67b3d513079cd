//! Copies that the store makes itself: no bytes come here.

use futures_util::future::join_all;
use reqwest::Body;

use super::client::{ANSWER, Client, Header, text};
use super::failure::Failure;
use super::head::Head;
use super::sending::{limit, part_length};

/// S3 copies no more in one request.
const WHOLE: u64 = 5 << 30;
const LONGEST_ANSWER: usize = 64 * 1024;

/// An object that is copied, as it was found.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub bucket: String,
    pub key: String,
    pub head: Head,
}

impl Source {
    /// Of other bytes than those that were found, nothing is copied.
    fn headers(&self) -> Vec<Header> {
        let mut headers = vec![
            ("x-amz-copy-source", format!("/{}/{}", self.bucket, encoded(&self.key))),
            ("content-length", "0".to_owned()),
        ];
        headers.extend(self.head.etag.clone().map(|etag| ("x-amz-copy-source-if-match", etag)));
        headers
    }
}

/// A key in a header.
fn encoded(key: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    key.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A stretch of an object, and its number among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    number: u16,
    at: u64,
    length: u64,
}

/// The parts in which an object is copied; none if it is copied whole. One that was sent in parts is copied in the same
/// ones: then its copy has the same tag.
pub(crate) fn parts(head: &Head) -> Vec<Part> {
    let (size, length) = (head.written.size, part_length(head.written.size));
    let sent_in = head.etag.as_deref().and_then(|etag| etag.trim_matches('"').rsplit_once('-')?.1.parse::<u64>().ok());
    if size <= WHOLE && sent_in != Some(size.div_ceil(length)) {
        return Vec::new();
    }
    let numbers = (1..=u16::MAX).zip((0..size).step_by(usize::try_from(length).unwrap_or(usize::MAX)));
    numbers.map(|(number, at)| Part { number, at, length: length.min(size - at) }).collect()
}

pub(crate) async fn copy_whole(client: &Client, source: &Source, to: &str) -> Result<(), Failure> {
    let (bucket, credentials) = client.signing()?;
    // A store may read and write all of it before it answers.
    let longest = ANSWER * 6 + limit(source.head.written.size);
    let answer = client.send(bucket.put_object(credentials, to), &source.headers(), Body::default, longest).await?;
    // It may fail after it has begun to answer.
    let said = text(answer, LONGEST_ANSWER).await?;
    if said.contains("<Error>") { Err(Failure::answered(500, &said)) } else { Ok(()) }
}

/// Copies some parts, all at once; none is left at work. Returns their tags.
pub(crate) async fn copy_parts(
    client: &Client,
    source: &Source,
    (to, upload): (&str, &str),
    parts: &[Part],
) -> Result<Vec<String>, Failure> {
    let copied = join_all(parts.iter().map(|part| copy_part(client, source, (to, upload), *part))).await;
    copied.into_iter().collect()
}

async fn copy_part(
    client: &Client,
    source: &Source,
    (to, upload): (&str, &str),
    Part { number, at, length }: Part,
) -> Result<String, Failure> {
    let (bucket, credentials) = client.signing()?;
    let mut headers = source.headers();
    headers.push(("x-amz-copy-source-range", format!("bytes={at}-{}", at + length - 1)));
    let part = bucket.upload_part(credentials, to, number, upload);
    let answer = client.send(part, &headers, Body::default, ANSWER * 6 + limit(length)).await?;
    let said = text(answer, LONGEST_ANSWER).await?;
    if said.contains("<Error>") {
        return Err(Failure::answered(500, &said));
    }
    let etag = said.split_once("<ETag>").and_then(|(_, rest)| rest.split_once("</ETag>"));
    etag.map(|(etag, _)| etag.trim().replace("&quot;", "\"").replace("&#34;", "\"")).ok_or(Failure::Garbled)
}

#[cfg(test)]
mod tests {
    use super::{Part, parts};
    use crate::Written;
    use crate::s3::head::Head;

    fn head(size: u64, etag: &str) -> Head {
        Head { written: Written { size, modified_ns: 0 }, etag: Some(etag.to_owned()) }
    }

    #[test]
    fn an_object_is_copied_in_the_parts_in_which_it_was_sent() {
        let part = 16 << 20;
        let three = [
            Part { number: 1, at: 0, length: part },
            Part { number: 2, at: part, length: part },
            Part { number: 3, at: 2 * part, length: 1 },
        ];
        assert_eq!(parts(&head(2 * part + 1, "\"abc-3\"")), three);
        for other in ["\"abc\"", "\"abc-5\"", "\"abc-x\"", ""] {
            assert_eq!(parts(&head(2 * part + 1, other)), [], "{other}");
        }
        assert_eq!(parts(&head(0, "\"abc-0\"")), []);
    }

    #[test]
    fn what_is_too_large_for_one_request_is_copied_in_parts_whatever_it_was_sent_in() {
        let size = (5 << 30) + 1;
        let parts = parts(&head(size, "\"abc\""));
        assert_eq!(parts.iter().map(|part| part.length).sum::<u64>(), size);
        assert_eq!(parts.len(), 321);
        let large = super::parts(&head(5 << 40, "\"abc\""));
        assert!(large.len() <= 9_000 && large.last().is_some_and(|last| last.at + last.length == 5 << 40));
    }
}
