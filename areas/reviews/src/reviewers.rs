//! The people whom a review asks.

pub(crate) mod add;
pub(crate) mod remove;
