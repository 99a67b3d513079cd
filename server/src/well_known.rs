//! Files that programs request from every web server: robots, an icon, and the contact for vulnerabilities (RFC 9116).

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use primitives::{Clock, Seconds};

/// RFC 9116 §2.5.5 requires a date less than a year away.
const GOOD_FOR: Seconds = 180 * 86_400;

/// Nothing here is for search engines: everything requires a sign-in.
const ROBOTS: &str = "User-agent: *\nDisallow: /\n";

/// `contact` is an address like `mailto:security@vitrine.example`; without it there is no `security.txt`.
pub fn routes(clock: Clock, contact: Option<String>, public_url: String) -> Router {
    let security = move || {
        let answer = contact.as_deref().map(|contact| {
            let expires = timestamp(clock.now() + GOOD_FOR);
            let canonical = format!("{public_url}/.well-known/security.txt");
            format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en, pt\nCanonical: {canonical}\n")
        });
        std::future::ready(match answer {
            Some(said) => text(said),
            None => StatusCode::NOT_FOUND.into_response(),
        })
    };
    // Relative to the request's address, whatever prefix a proxy has added.
    let icon = get(|| std::future::ready((StatusCode::PERMANENT_REDIRECT, [(LOCATION, "favicon.svg")])));
    Router::new()
        .route("/robots.txt", get(|| std::future::ready(text(ROBOTS.to_owned()))))
        .route("/favicon.ico", icon)
        .route("/.well-known/security.txt", get(security))
}

fn text(said: String) -> Response {
    let kind = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "public, max-age=86400")];
    (kind, said).into_response()
}

/// RFC 3339, in UTC.
fn timestamp(at: Seconds) -> String {
    jiff::Timestamp::from_second(at).map_or_else(|_| String::new(), |at| at.to_string())
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn a_time_is_written_as_security_txt_wants_it() {
        assert_eq!(timestamp(1_800_000_000), "2027-01-15T08:00:00Z");
    }
}
