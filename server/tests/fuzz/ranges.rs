//! `Range`, `If-Range` and `If-None-Match` for sixteen known bytes. Lines of the input are the headers' values.

use crate::test_server::{DIGITS, server};

pub fn check(input: &[u8]) {
    let server = server();
    let mut lines = input.split(|byte| *byte == b'\n');
    let names = ["range", "if-range", "if-none-match"];
    let headers: Vec<_> = names.into_iter().zip(&mut lines).filter(|(_, value)| !value.is_empty()).collect();
    let said = server.ask("GET", &format!("/api/file/content/{}", server.file), &headers, vec![]);
    let shown = format!("{headers:?}: {said:?}");
    match said.status {
        200 => assert_eq!(said.bytes, DIGITS, "{shown}"),
        206 => {
            let span = said.header("content-range").strip_prefix("bytes ").expect(&shown);
            let (span, length) = span.split_once('/').expect(&shown);
            let (first, last) = span.split_once('-').expect(&shown);
            let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
            assert!(first <= last && last < DIGITS.len() && length == DIGITS.len().to_string(), "{shown}");
            assert_eq!(said.bytes, &DIGITS[first..=last], "{shown}");
            assert!(wanted(headers[0].1).contains(&(first, last)), "{shown}");
        }
        304 => assert!(said.bytes.is_empty() && headers.iter().any(|(name, _)| *name == "if-none-match"), "{shown}"),
        416 => {
            assert_eq!((said.header("content-range"), said.bytes.len()), ("bytes */16", 0), "{shown}");
            assert_eq!(wanted(headers[0].1), [], "{shown}");
        }
        // A control character is not allowed in a header.
        400 => assert!(headers.iter().any(|(_, value)| value.iter().any(u8::is_ascii_control)), "{shown}"),
        _ => panic!("{shown}"),
    }
}

/// The possible meanings of the header's digits, read in the simplest way: a single range, cut to the existing bytes.
fn wanted(header: &[u8]) -> Vec<(usize, usize)> {
    let text = String::from_utf8_lossy(header);
    let Some((first, last)) = text.trim().trim_start_matches("bytes=").split_once('-') else { return vec![] };
    let end = DIGITS.len() - 1;
    match (number(first), number(last)) {
        (Some(first), last) if first <= end => vec![(first, last.unwrap_or(end).min(end))],
        (None, Some(count)) if count > 0 => vec![(DIGITS.len() - count.min(DIGITS.len()), end)],
        _ => vec![],
    }
}

/// A number of any length; of a very long one, the greatest.
fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}
