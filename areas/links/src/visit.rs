//! What a link opens, for anybody who has its address; and what they send by it.
//!
//! Whatever is not there for a visitor, for whatever reason, is the same answer: 404.

pub(crate) mod announce;
pub(crate) mod archive;
pub(crate) mod content;
pub(crate) mod converted;
mod cookies;
mod covers;
mod cursors;
pub(crate) mod entries;
mod found;
pub(crate) mod headers;
mod is_shown;
pub(crate) mod logo;
pub(crate) mod open;
mod part;
pub(crate) mod picture;
pub(crate) mod pictures;
mod places;
pub(crate) mod presets;
pub(crate) mod send;
pub(crate) mod show;
mod taken;
