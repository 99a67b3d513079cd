//! Whether a call comes from a page of our own site, which decides how the byte cookie is set.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use primitives::WebOrigin;

use crate::SignIn;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageSite {
    /// The page is on the server's site, or the request names no page.
    Ours,
    /// An allowed origin on another site.
    Allowed,
}

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

impl PageSite {
    fn of(headers: &HeaderMap, allowed: &[WebOrigin]) -> Self {
        let said = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(origin) = said(ORIGIN).filter(|said| allowed.iter().any(|one| one.as_str() == *said)) else {
            return Self::Ours;
        };
        let elsewhere = match said(SITE) {
            Some(site) => site == "cross-site",
            // Browsers do not send this header on insecure connections; then each host counts as a site.
            None => said(HOST).map(host) != origin.split_once("://").map(|(_, authority)| host(authority)),
        };
        if elsewhere { Self::Allowed } else { Self::Ours }
    }
}

/// Without the port.
fn host(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    }
}

impl FromRequestParts<SignIn> for PageSite {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, sign_in: &SignIn) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &sign_in.config.allowed_origins))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};
    use primitives::WebOrigin;

    use super::PageSite;

    #[test]
    fn a_request_comes_from_another_site_only_if_its_origin_is_allowed() {
        let allowed = [WebOrigin::parse("https://good.example").unwrap(), WebOrigin::parse("http://here:81").unwrap()];
        for (origin, site, wanted) in [
            (None, None, PageSite::Ours),
            (None, Some("cross-site"), PageSite::Ours),
            (Some("https://good.example"), Some("cross-site"), PageSite::Allowed),
            (Some("https://good.example"), Some("same-site"), PageSite::Ours),
            (Some("https://good.example"), Some("same-origin"), PageSite::Ours),
            (Some("https://good.example"), None, PageSite::Allowed),
            (Some("http://here:81"), None, PageSite::Ours),
            (Some("http://here:81"), Some("cross-site"), PageSite::Allowed),
            (Some("https://good.example.evil.test"), Some("cross-site"), PageSite::Ours),
            (Some("null"), Some("cross-site"), PageSite::Ours),
        ] {
            let mut headers =
                HeaderMap::from_iter([(HeaderName::from_static("host"), HeaderValue::from_static("here:80"))]);
            for (name, value) in [("origin", origin), ("sec-fetch-site", site)] {
                headers.extend(value.map(|value| (HeaderName::from_static(name), HeaderValue::from_static(value))));
            }
            assert_eq!(PageSite::of(&headers, &allowed), wanted, "{origin:?} {site:?}");
        }
    }
}
