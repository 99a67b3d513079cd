//! The cookie that lets a page's images and plain links through, and nothing else.

use axum::http::HeaderValue;
use primitives::Seconds;
use rest::BYTE_COOKIE;

use crate::config::Config;
use crate::{Error, Result};

/// The header that sets the cookie to `token`, or takes it away.
pub(crate) fn set_cookie(config: &Config, token: Option<&str>, lifetime: Seconds) -> Result<HeaderValue> {
    let secure = if config.secure_cookie { "; Secure" } else { "" };
    let age = if token.is_some() { lifetime } else { 0 };
    let value = token.unwrap_or("");
    let header = format!("{BYTE_COOKIE}={value}; Path=/api; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::try_from(header).map_err(|error| Error::Broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::set_cookie;
    use crate::Config;

    #[test]
    fn the_cookie_is_kept_from_scripts_and_other_sites() {
        let plain = Config::default();
        let secure = Config { secure_cookie: true, ..Config::default() };
        for (config, token, wanted) in [
            (&plain, Some("abc"), "vitrine_bytes=abc; Path=/api; Max-Age=60; HttpOnly; SameSite=Strict"),
            (&secure, Some("abc"), "vitrine_bytes=abc; Path=/api; Max-Age=60; HttpOnly; SameSite=Strict; Secure"),
            (&plain, None, "vitrine_bytes=; Path=/api; Max-Age=0; HttpOnly; SameSite=Strict"),
        ] {
            assert_eq!(set_cookie(config, token, 60).unwrap(), wanted);
        }
    }
}
