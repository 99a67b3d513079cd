//! The coding that a client prefers (RFC 9110 §12.5.3), and the answers that are compressed.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_RANGE, CONTENT_TYPE};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// A smaller answer fits into one packet anyway.
const WORTHWHILE: u64 = 1024;

/// Compresses JSON and text answers of rooms. Bytes of files are sent as they are.
///
/// An answer with a secret is not compressed: if an attacker chooses a part of an answer, its compressed length reveals
/// the rest (BREACH). Such answers have `no-store`. Foreign pages cannot request others at all, because the token is in
/// a header that no browser adds by itself, and the byte cookie gives no access to JSON.
pub fn compression() -> CompressionLayer<And<SizeAbove, Text>> {
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(WORTHWHILE).and(Text))
}

/// Text that may be stored, and is not part of something longer.
#[derive(Clone, Copy, Debug)]
pub struct Text;

impl Predicate for Text {
    fn should_compress<B>(&self, response: &axum::http::Response<B>) -> bool
    where
        B: axum::body::HttpBody,
    {
        is_text(response.headers())
    }
}

fn is_text(headers: &HeaderMap) -> bool {
    let said = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok()).unwrap_or("");
    let kind = said(CONTENT_TYPE).split(';').next().unwrap_or("").trim();
    let text = kind.ends_with("json") || ["text/html", "text/csv", "application/x-ndjson"].contains(&kind);
    text && !headers.contains_key(CONTENT_RANGE) && !said(CACHE_CONTROL).contains("no-store")
}

/// The client's favourite among `offered`; None if it wants the bytes as they are, or states no preference.
pub fn preferred<'o>(headers: &HeaderMap, offered: &[&'o str]) -> Option<&'o str> {
    let accepted: Vec<(String, u16)> = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(quality)
        .collect();
    let weight = |coding: &str| {
        let named = accepted.iter().find(|(name, _)| name == coding);
        named.or_else(|| accepted.iter().find(|(name, _)| name == "*")).map(|(_, weight)| *weight)
    };
    let plain = weight("identity").filter(|_| accepted.iter().any(|(name, _)| name == "identity")).unwrap_or(0);
    let mut best = None;
    for coding in offered {
        let weight = weight(coding).unwrap_or(0);
        if weight > 0 && weight >= plain && best.is_none_or(|(_, known)| weight > known) {
            best = Some((*coding, weight));
        }
    }
    best.map(|(coding, _)| coding)
}

/// A coding and its quality value, in thousandths.
fn quality(said: &str) -> (String, u16) {
    let mut parts = said.split(';').map(str::trim);
    let name = parts.next().unwrap_or("").to_ascii_lowercase();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    let weight = weight.map_or(1.0, |text| text.trim().parse::<f32>().unwrap_or(0.0)).clamp(0.0, 1.0);
    (name, (weight * 1000.0) as u16)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{is_text, preferred};

    #[test]
    fn the_coding_that_is_liked_best_is_taken() {
        for (accepted, taken) in [
            ("", None),
            ("br, gzip", Some("br")),
            ("gzip, br", Some("br")),
            ("br;q=0, gzip", Some("gzip")),
            ("br;q=0.2, gzip;q=0.8", Some("gzip")),
            ("*", Some("br")),
            ("*;q=0.5, br;q=0", Some("gzip")),
            ("gzip;q=0, br;q=0", None),
            ("identity", None),
            ("identity;q=1, gzip;q=0.5", None),
            ("GZIP", Some("gzip")),
            ("brotli", None),
            ("gzip;q=x", None),
        ] {
            let headers =
                HeaderMap::from_iter([("accept-encoding".parse().unwrap(), HeaderValue::from_static(accepted))]);
            assert_eq!(preferred(&headers, &["br", "gzip"]), taken, "{accepted}");
        }
        assert_eq!(preferred(&HeaderMap::new(), &["br"]), None);
    }

    #[test]
    fn secrets_and_parts_are_not_compressed() {
        for (headers, compressed) in [
            (&[("content-type", "application/json")][..], true),
            (&[("content-type", "application/problem+json")], true),
            (&[("content-type", "text/csv; charset=utf-8")], true),
            (&[("content-type", "application/json"), ("cache-control", "no-store")], false),
            (&[("content-type", "application/json"), ("content-range", "bytes 0-1/2")], false),
            (&[("content-type", "image/webp")], false),
            (&[("content-type", "text/plain")], false),
            (&[], false),
        ] {
            let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)));
            assert_eq!(
                is_text(&HeaderMap::from_iter(headers.clone())),
                compressed,
                "{:?}",
                headers.collect::<Vec<_>>()
            );
        }
    }
}
