//! The cookies of a link: that its password was entered, and which visitor it is. They are for one link alone, and die
//! with the browser.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use passwords::PasswordHash;
use primitives::random_hex;
use secrets::{Column, Secrets};

use crate::state::Config;
use crate::store::LinkRow;
use crate::{LinkId, Result};

const OPENED: &str = "vitrine_link";
const VISITOR: &str = "vitrine_link_visitor";
/// What the cookie of an entered password is encrypted for; nothing of it is stored.
const ENTERED: Column = Column { table: "links_link", column: "entered", row: "link_id" };
const VISITOR_LENGTH: usize = 32;

fn value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';'));
    pairs.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

fn cookie(config: &Config, token: &str, (name, value): (&str, &str)) -> Result<HeaderValue> {
    let secure = if config.secure_cookie { "; Secure" } else { "" };
    let path = format!("{}/api/link/{token}", config.base_path());
    let header = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax{secure}");
    Ok(HeaderValue::try_from(header).map_err(|error| db::Error::Broken(error.to_string()))?)
}

/// What stands for a password: another one is another text, even if it is the same word.
fn mark_of(password: &PasswordHash) -> String {
    blake3::hash(password.as_str().as_bytes()).to_hex().to_string()
}

/// The cookie of somebody who has entered the password.
pub(super) fn entered(
    secrets: &Secrets,
    config: &Config,
    token: &str,
    link: LinkId,
    password: &PasswordHash,
) -> Result<HeaderValue> {
    let encrypted = secrets.encrypt(&ENTERED.at(link), &mark_of(password))?;
    cookie(config, token, (OPENED, &encrypted))
}

/// Whether the visitor may see what the link shows: it has no password, or they have entered the one that it has now.
pub(super) fn is_entered(secrets: &Secrets, headers: &HeaderMap, link: &LinkRow) -> bool {
    let Some(password) = &link.terms.password else { return true };
    let entered = value(headers, OPENED).and_then(|sent| secrets.decrypt(&ENTERED.at(link.id), sent).ok());
    entered.is_some_and(|entered| entered == mark_of(password))
}

/// The visitor that the cookie names: a hash of it.
pub(super) fn visitor(headers: &HeaderMap) -> Option<String> {
    let sent = value(headers, VISITOR)
        .filter(|sent| sent.len() == VISITOR_LENGTH && sent.bytes().all(|letter| letter.is_ascii_hexdigit()))?;
    Some(hashed(sent))
}

/// A new visitor, and their cookie.
pub(super) fn new_visitor(config: &Config, token: &str) -> Result<(String, HeaderValue)> {
    let random = random_hex(VISITOR_LENGTH / 2);
    Ok((hashed(&random), cookie(config, token, (VISITOR, &random))?))
}

fn hashed(sent: &str) -> String {
    blake3::hash(sent.as_bytes()).to_hex().as_str()[..VISITOR_LENGTH].to_owned()
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;
    use axum::http::{HeaderMap, HeaderValue};

    use super::{new_visitor, value, visitor};
    use crate::Config;

    fn config(public_url: &str) -> Config {
        Config { secure_cookie: public_url.starts_with("https"), public_url: public_url.to_owned() }
    }

    fn sent(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::try_from(cookie).unwrap())])
    }

    #[test]
    fn a_visitor_is_known_again_by_the_cookie_of_the_link() {
        let (known, cookie) = new_visitor(&config("https://x.example/dam"), "abc").unwrap();
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.ends_with("; Path=/dam/api/link/abc; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
        let pair = cookie.split(';').next().unwrap();
        assert_eq!(visitor(&sent(&format!("a=b; {pair}; c=d"))), Some(known));
        assert_eq!(visitor(&sent("vitrine_link_visitor=x")), None);
        assert_eq!(visitor(&HeaderMap::new()), None);
    }

    #[test]
    fn one_cookie_is_not_taken_for_another() {
        let both = sent("vitrine_link_visitor=one; vitrine_link=two");
        assert_eq!((value(&both, "vitrine_link"), value(&both, "vitrine_link_visitor")), (Some("two"), Some("one")));
        assert_eq!(value(&both, "vitrine"), None);
    }
}
