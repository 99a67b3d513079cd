//! Signing in, renewing a session, and signing out.

mod authenticate;
mod begin;
mod bytes;
mod cache;
mod cookie;
mod device;
mod list_sessions;
mod login;
mod logout;
mod page_site;
mod renew_token;
mod reset_password;
mod signer;
mod signing;
pub(crate) mod store;

pub use begin::{SignedIn, TokenAnswer};
pub(crate) use bytes::*;
pub(crate) use cache::ActorCache;
pub use device::Device;
pub(crate) use list_sessions::*;
pub(crate) use login::*;
pub(crate) use logout::*;
pub(crate) use renew_token::*;
pub(crate) use reset_password::*;
pub(crate) use signer::Signer;
pub(crate) use signing::{forget_signing_key, signing_key};
pub use store::{begin_session, session_lives};
