//! Asking other servers: with a time limit, a size limit, and never ours.
//!
//! Who may name an address to be asked (a tenant's admin names an identity provider) could otherwise have this server
//! ask what only it can reach. A name is resolved once, every address it has must be public, and the connection goes to
//! one of just those. Redirects are not followed. A proxy of the environment is not used.

mod address;
mod client;

pub use client::{Answer, Outbound};
pub use url::Url;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No `https` address, or one with a name or password in it.
    #[error("this address is not asked")]
    Refused,
    /// It leads to an address that is not public.
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
