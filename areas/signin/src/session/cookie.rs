//! The cookie that authenticates a page's images and plain links, and nothing else.

use axum::http::HeaderValue;
use primitives::Seconds;
use rest::BYTE_COOKIE;

use crate::config::Config;
use crate::session::page_site::PageSite;
use crate::{Error, Result};

/// The header that sets the cookie to `token` for pages of that site, or removes it.
pub(crate) fn set_cookie(
    config: &Config,
    site: PageSite,
    token: Option<&str>,
    lifetime: Seconds,
) -> Result<HeaderValue> {
    let reach = match site {
        PageSite::Ours if config.secure_cookie => "SameSite=Strict; Secure",
        PageSite::Ours => "SameSite=Strict",
        // Partitioned by the site of the page, so that other sites do not have it. Browsers require `Secure`.
        PageSite::Allowed => "SameSite=None; Secure; Partitioned",
    };
    let age = if token.is_some() { lifetime } else { 0 };
    let value = token.unwrap_or("");
    let base = config.base_path();
    let header = format!("{BYTE_COOKIE}={value}; Path={base}/api; Max-Age={age}; HttpOnly; {reach}");
    HeaderValue::try_from(header).map_err(|error| Error::Broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{PageSite, set_cookie};
    use crate::Config;

    #[test]
    fn the_cookie_is_kept_from_scripts_and_other_sites() {
        let plain = Config::default();
        let secure = Config { secure_cookie: true, ..Config::default() };
        let below = Config { public_url: "https://x.example/dam".into(), ..Config::default() };
        let (ours, allowed) = (PageSite::Ours, PageSite::Allowed);
        for (config, site, token, wanted) in [
            (&plain, ours, Some("abc"), "=abc; Path=/api; Max-Age=60; HttpOnly; SameSite=Strict"),
            (&secure, ours, Some("abc"), "=abc; Path=/api; Max-Age=60; HttpOnly; SameSite=Strict; Secure"),
            (&below, ours, Some("abc"), "=abc; Path=/dam/api; Max-Age=60; HttpOnly; SameSite=Strict"),
            (&plain, ours, None, "=; Path=/api; Max-Age=0; HttpOnly; SameSite=Strict"),
            (&plain, allowed, Some("abc"), "=abc; Path=/api; Max-Age=60; HttpOnly; SameSite=None; Secure; Partitioned"),
            (&secure, allowed, None, "=; Path=/api; Max-Age=0; HttpOnly; SameSite=None; Secure; Partitioned"),
        ] {
            assert_eq!(set_cookie(config, site, token, 60).unwrap(), format!("vitrine_bytes{wanted}"));
        }
    }
}
