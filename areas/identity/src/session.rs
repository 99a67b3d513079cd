//! Signing in, staying in, and getting out.

mod authenticate;
mod begin;
mod cache;
mod cookie;
mod login;
mod logout;
mod renew_token;
mod reset_password;
mod signer;

pub(crate) use cache::ActorCache;
pub(crate) use login::*;
pub(crate) use logout::*;
pub(crate) use renew_token::*;
pub(crate) use reset_password::*;
pub(crate) use signer::Signer;
