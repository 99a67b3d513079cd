//! The client, and what it answers.

use std::error::Error as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::dns::Resolve;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Client, ClientBuilder, RequestBuilder, redirect};
use rustls::ClientConfig;
use url::{Host, Url, form_urlencoded};

use crate::Error;
use crate::address::is_public;
use crate::names::Names;
use crate::public::OnlyPublic;
use crate::trust::{self, trusting};

/// A request without a time limit of its own is given this long to connect.
const CONNECTING: Duration = Duration::from_secs(5);
/// For a whole request.
const TIMEOUT: Duration = Duration::from_secs(15);
const LONGEST: u64 = 1024 * 1024;

/// Clones share everything.
#[derive(Clone)]
pub struct Outbound {
    /// For everybody's hosts.
    far: Client,
    /// For the operator's. It has connections of its own: none of them serves a request that must be checked.
    near: Client,
    /// Hosts that the operator trusts (`host` or `host:port`); they may be private and without `https`.
    trusted_hosts: Arc<[String]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Outbound {
    /// `authority` is a file of certificates (PEM) that are trusted besides the usual ones.
    pub fn new(near: &[String], authority: Option<&Path>) -> Result<Self, Error> {
        Self::with(near, authority, Names)
    }

    /// As `new`, for bodies of any length: whoever sends a request by `client` limits its time.
    pub fn streaming(near: &[String], authority: Option<&Path>) -> Result<Self, Error> {
        Self::limited(near, authority, Names, |builder| builder.connect_timeout(CONNECTING))
    }

    fn with(near: &[String], authority: Option<&Path>, names: impl Resolve + Clone + 'static) -> Result<Self, Error> {
        Self::limited(near, authority, names, |builder| builder.timeout(TIMEOUT))
    }

    fn limited(
        near: &[String],
        authority: Option<&Path>,
        names: impl Resolve + Clone + 'static,
        limit: impl Fn(ClientBuilder) -> ClientBuilder,
    ) -> Result<Self, Error> {
        let tls = trusting(authority)?;
        let far = limit(plain(tls.clone())).https_only(true).dns_resolver(OnlyPublic(names.clone())).build();
        let near_client = limit(plain(tls)).dns_resolver(names).build();
        Ok(Self { far: far.map_err(told)?, near: near_client.map_err(told)?, trusted_hosts: near.into() })
    }

    pub async fn get(&self, url: &Url, bearer: Option<&str>) -> Result<Answer, Error> {
        let request = self.client(url)?.get(url.clone()).header(ACCEPT, "application/json");
        ask(with_token(request, bearer)).await
    }

    /// A form, with the name and password of HTTP's basic authentication.
    pub async fn post_form(
        &self,
        url: &Url,
        form: &[(&str, &str)],
        account: Option<(&str, &str)>,
    ) -> Result<Answer, Error> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let mut request = self
            .client(url)?
            .post(url.clone())
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body);
        if let Some((name, password)) = account {
            // RFC 6749 §2.3.1: both are form-encoded before they are joined.
            let coded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            let joined = BASE64_STANDARD.encode(format!("{}:{}", coded(name), coded(password)));
            request = request.header(AUTHORIZATION, format!("Basic {joined}"));
        }
        ask(request).await
    }

    /// The client for this address, if it may be requested. An address that is written as a number is not looked up,
    /// so it is checked here.
    pub fn client(&self, url: &Url) -> Result<&Client, Error> {
        let near = self.is_near(url);
        let names_an_account = !url.username().is_empty() || url.password().is_some();
        if names_an_account || !(url.scheme() == "https" || (near && url.scheme() == "http")) {
            return Err(Error::Refused);
        }
        let public = match url.host().ok_or(Error::Refused)? {
            Host::Domain(_) => true,
            Host::Ipv4(address) => is_public(address.into()),
            Host::Ipv6(address) => is_public(address.into()),
        };
        match (near, public) {
            (true, _) => Ok(&self.near),
            (false, true) => Ok(&self.far),
            (false, false) => Err(Error::NotPublic),
        }
    }

    fn is_near(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or("");
        self.trusted_hosts.iter().any(|near| near == host || near == url.authority())
    }
}

fn plain(tls: ClientConfig) -> ClientBuilder {
    trust::client(tls).http1_only().no_proxy().redirect(redirect::Policy::none()).user_agent("Vitrine")
}

fn with_token(request: RequestBuilder, bearer: Option<&str>) -> RequestBuilder {
    match bearer {
        Some(token) => request.header(AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    }
}

async fn ask(request: RequestBuilder) -> Result<Answer, Error> {
    let mut response = request.send().await.map_err(told)?;
    if response.content_length().is_some_and(|length| length > LONGEST) {
        return Err(Error::TooLong);
    }
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(told)? {
        body.extend_from_slice(&part);
        if body.len() as u64 > LONGEST {
            return Err(Error::TooLong);
        }
    }
    Ok(Answer { status: response.status().as_u16(), body })
}

/// The last cause says what happened; those before it only say during which step. The address is not in it.
pub(crate) fn told(error: reqwest::Error) -> Error {
    if error.is_timeout() {
        return Error::TimedOut;
    }
    let error = error.without_url();
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(Error::NotPublic) = inner.downcast_ref() {
            return Error::NotPublic;
        }
        said = inner.to_string();
        cause = inner.source();
    }
    Error::Failed(said)
}

#[cfg(test)]
mod tests;
