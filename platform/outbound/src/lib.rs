//! Requests to other servers, with a time limit and a size limit, and never to addresses of our own network.
//!
//! A user who may name an address (a tenant's admin names an identity provider) could otherwise make this server ask
//! hosts that only it can reach. A name is resolved once for a connection, every address of it must be public, and the
//! connection goes to one of just those. Redirects are not followed. Proxies of the environment are not used.

mod address;
mod client;
mod names;
mod public;
mod trust;

use std::path::Path;

pub use client::{Answer, Outbound};
pub use url::Url;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not an `https` address, or one that contains a name or password.
    #[error("this address must not be requested")]
    Refused,
    /// The name leads to an address that is not public.
    #[error("this address is not public")]
    NotPublic,
    #[error("no answer in time")]
    TimedOut,
    #[error("the answer is too long")]
    TooLong,
    /// The network's or the other server's fault.
    #[error("{0}")]
    Failed(String),
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        client::told(error)
    }
}

/// A client for addresses that the operator names: any may be requested. `authority` is a file of certificates (PEM)
/// that are trusted besides the usual ones.
pub fn unchecked(authority: Option<&Path>) -> Result<reqwest::ClientBuilder, Error> {
    Ok(trust::client(trust::trusting(authority)?).dns_resolver(names::Names))
}
