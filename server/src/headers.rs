//! Headers of every answer, unless its route has set stricter ones.

use axum::extract::Request;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// The page may load its own scripts, styles, pictures and fonts, connect to its own server, and nothing else. Styles
/// in attributes are allowed, because the interface kit positions floating parts with them.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' blob:; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// As `PAGE_POLICY`, and the page may load the pictures of `logos`. It may also connect to the servers of `origins`,
/// show their pictures, play their films, and open a frame of theirs, in which a download begins.
pub fn page_policy(origins: &[String], logos: &[String]) -> String {
    let with = |directive: &str, more: &[String]| {
        [directive].into_iter().chain(more.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
    };
    let pictures: Vec<String> =
        origins.iter().chain(logos.iter().filter(|logo| !origins.contains(logo))).cloned().collect();
    let policy = PAGE_POLICY
        .replace("connect-src 'self'", &with("connect-src 'self'", origins))
        .replace("img-src 'self' data: blob:", &with("img-src 'self' data: blob:", &pictures))
        .replace("media-src 'self' blob:", &with("media-src 'self' blob:", origins));
    if origins.is_empty() { policy } else { format!("{policy}; {}", with("frame-src", origins)) }
}

/// The page of a share link has no styles in its elements, shows nothing of other servers but the logos of themes, and
/// connects to its own server alone.
pub fn link_policy(logos: &[String]) -> String {
    let pictures = ["img-src 'self' data: blob:"].into_iter().chain(logos.iter().map(String::as_str));
    let pictures = pictures.collect::<Vec<_>>().join(" ");
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; {pictures}; font-src 'self'; media-src 'self' blob:; \
         connect-src 'self'; worker-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

/// A year: browsers that have used https once use nothing else.
const HTTPS_ONLY: &str = "max-age=31536000";

pub async fn harden(https: bool, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // Once, instead of at every few.
    headers.reserve(HARDENING.len() + 1);
    for (name, value) in HARDENING {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    response
}

const HARDENING: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

#[cfg(test)]
mod tests {
    use super::{PAGE_POLICY, link_policy, page_policy};

    #[test]
    fn the_page_of_a_share_link_loads_nothing_of_others_but_logos() {
        let policy = link_policy(&["https://logos.example".into()]);
        let naming: Vec<_> = policy.split("; ").filter(|said| said.contains("://")).collect();
        assert_eq!(naming, ["img-src 'self' data: blob: https://logos.example"]);
        assert!(!policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn the_page_may_use_the_servers_of_its_instances_and_no_others() {
        assert_eq!(page_policy(&[], &[]), PAGE_POLICY);
        let policy = page_policy(
            &["https://media.example".into(), "http://localhost:81".into()],
            &["https://logos.example".into()],
        );
        for (directive, sources) in [
            ("connect-src", "'self' https://media.example http://localhost:81"),
            ("img-src", "'self' data: blob: https://media.example http://localhost:81 https://logos.example"),
            ("media-src", "'self' blob: https://media.example http://localhost:81"),
            ("frame-src", "https://media.example http://localhost:81"),
            ("script-src", "'self'"),
            ("frame-ancestors", "'none'"),
        ] {
            let wanted = format!("{directive} {sources}");
            assert!(policy.split("; ").any(|said| said == wanted), "{wanted} is not in {policy}");
        }
    }
}
