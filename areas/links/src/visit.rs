//! What a link opens, for anybody who has its address.
//!
//! Whatever is not there for a visitor, for whatever reason, is the same answer: 404.

pub(crate) mod archive;
pub(crate) mod content;
mod cookies;
mod cursors;
pub(crate) mod entries;
mod found;
pub(crate) mod headers;
pub(crate) mod logo;
pub(crate) mod open;
pub(crate) mod picture;
pub(crate) mod show;
mod taken;
