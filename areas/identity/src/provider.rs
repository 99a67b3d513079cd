//! Signing in with a tenant's own identity provider (OpenID Connect), off unless the tenant sets one up.
//!
//! Whose account it is here: the one that was linked to the provider's subject before; else the one that has the
//! verified e-mail and is of this tenant; else, where the tenant wants that, a new one. A provider answers for its own
//! tenant and no further: an account that reaches beyond it (a master, or somebody of another tenant's groups or
//! admins) signs in with its password, or else whoever runs the provider could act there.

mod answer;
mod begin;
mod claims;
mod client;
mod finish;
mod settings;
mod store;

pub(crate) use begin::*;
pub(crate) use client::Client;
pub(crate) use finish::*;
pub(crate) use settings::*;
pub(crate) use store::{forget_attempts, sweep};

/// Why a sign-in with a provider did not come about; the log has it, the person is told that it did not.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("the provider cannot be asked: {0}")]
    Outbound(#[from] outbound::Error),
    #[error("the provider: {0}")]
    Provider(String),
    #[error("the provider does not accept the client secret")]
    Secret,
    #[error("the provider does not accept the code that it gave")]
    Code,
    #[error("the provider's token: {0}")]
    Token(&'static str),
}
