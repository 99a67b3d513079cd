//! The address at which the asker reaches this server: whole addresses in answers begin with it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::Response;
use serde::Serializer;

use crate::TrustForwarded;

/// An extension of every request: the server's own address from the settings.
#[derive(Clone, Debug, Default)]
pub struct OwnAddress {
    /// The public address, if the settings name it.
    pub public_url: Option<Arc<str>>,
    /// People reach it by https, even if this connection does not use it.
    pub https: bool,
}

/// `https://host`, without a slash at its end: from the settings, or else the address that this request was sent to.
/// Empty if the request does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Here {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(here(&parts.extensions, &parts.headers, &parts.uri).unwrap_or_default()))
    }
}

tokio::task_local! {
    static HERE: String;
}

/// Middleware: makes the asker's address of this server known to handlers.
pub async fn set_request_origin(request: Request, next: Next) -> Response {
    let here = here(request.extensions(), request.headers(), request.uri()).unwrap_or_default();
    HERE.scope(here, next.run(request)).await
}

/// The path of a public address, without a slash at the end: cookies apply below it.
pub fn base_path(public_url: &str) -> &str {
    let after = public_url.split_once("://").map_or("", |(_, after)| after);
    after.find('/').map_or("", |at| after[at..].trim_end_matches('/'))
}

/// The whole address of a path of this server, as the asker reaches it; other addresses stay as they are.
pub fn whole(address: &str) -> String {
    let is_path = address.starts_with('/') && !address.starts_with("//");
    let before = if is_path { HERE.try_with(String::clone).unwrap_or_default() } else { String::new() };
    before + address
}

/// For a field of an answer: `#[serde(serialize_with = "rest::whole_address")]`.
pub fn whole_address<S: Serializer>(address: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    match address {
        Some(address) => serializer.serialize_some(&whole(address)),
        None => serializer.serialize_none(),
    }
}

fn here(extensions: &Extensions, headers: &HeaderMap, uri: &Uri) -> Option<String> {
    let own = extensions.get::<OwnAddress>().cloned().unwrap_or_default();
    if let Some(public) = own.public_url {
        return Some(public.trim_end_matches('/').to_owned());
    }
    let trust = extensions.get::<TrustForwarded>().is_some_and(|TrustForwarded(trust)| *trust);
    let host = asked_host(headers, uri, trust)?;
    let scheme = trust.then(|| last(headers, "x-forwarded-proto")).flatten();
    let is_secure = own.https || scheme.is_some_and(|scheme| scheme == "https");
    Some(format!("{}://{host}", if is_secure { "https" } else { "http" }))
}

/// The host that a request was sent to, with its port if it names one; with `trust_forwarded`, as the nearest proxy wrote
/// it.
pub fn asked_host(headers: &HeaderMap, uri: &Uri, trust_forwarded: bool) -> Option<String> {
    let forwarded = trust_forwarded.then(|| last(headers, "x-forwarded-host")).flatten();
    forwarded
        .or_else(|| headers.get(HOST)?.to_str().ok().map(str::to_owned))
        .or_else(|| Some(uri.authority()?.as_str().to_owned()))
        .filter(|host| is_host(host))
}

/// The last entry, which the nearest proxy wrote.
fn last(headers: &HeaderMap, name: &str) -> Option<String> {
    let written = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    Some(written.rsplit(',').next()?.trim().to_owned())
}

/// A host name or address, with or without a port: no character that could end it and begin something else.
fn is_host(text: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-_:[]".contains(letter);
    !text.is_empty() && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Uri};

    use super::{OwnAddress, here};
    use crate::TrustForwarded;

    #[test]
    fn an_address_is_the_settings_or_the_request_s_own() {
        let proxied =
            [("host", "inner:1"), ("x-forwarded-host", "a.example, b.example"), ("x-forwarded-proto", "https")];
        for (public, https, trust, headers, wanted) in [
            (None, false, false, &[("host", "[::1]:8080")][..], Some("http://[::1]:8080")),
            (None, true, false, &[("host", "a.example")], Some("https://a.example")),
            (Some("https://dam.example/"), false, true, &proxied, Some("https://dam.example")),
            (None, false, true, &proxied, Some("https://b.example")),
            (None, false, false, &proxied, Some("http://inner:1")),
            (None, false, false, &[("host", "a/b?c")], None),
            (None, false, false, &[], None),
        ] {
            let mut extensions = Extensions::new();
            extensions.insert(TrustForwarded(trust));
            extensions.insert(OwnAddress { public_url: public.map(Into::into), https });
            let headers =
                headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            let found = here(&extensions, &headers.collect::<HeaderMap>(), &Uri::from_static("/api"));
            assert_eq!(found.as_deref(), wanted);
        }
    }
}
