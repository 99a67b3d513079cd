//! What a link opens, for anybody who has its address; and what they send by it.
//!
//! Whatever is not there for a visitor, for whatever reason, is the same answer: 404.

pub(crate) mod announce;
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
mod places;
pub(crate) mod send;
pub(crate) mod show;
mod taken;
