//! Signing in with a tenant's own identity provider (OpenID Connect), off unless the tenant sets one up.
//!
//! The account is the one that was linked to the provider's subject before; else the one of this tenant that has the
//! verified e-mail; else, if the tenant allows it, a new one. A provider speaks for its own tenant only: an account
//! that reaches beyond it (a master, or somebody in another tenant's groups or admins) signs in with its password, or
//! else the operator of the provider could act there.

mod answer;
mod begin;
mod claims;
mod client;
mod finish;
mod settings;
mod store;

use secrets::Column;

pub(crate) use begin::*;
pub(crate) use client::Client;
pub(crate) use finish::*;
pub(crate) use settings::*;
pub(crate) use store::{forget_attempts, forget_place, is_linked, sweep};

/// The secrets that providers gave us, by tenant.
pub(crate) const PROVIDERS: Column = Column { table: "identity_provider", column: "client_secret", row: "tenant_id" };

/// Why a sign-in with a provider failed. The log has the reason; the user only learns that it failed.
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
