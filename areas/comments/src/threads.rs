//! The threads of an entry.

pub(crate) mod answer;
pub(crate) mod answers;
pub(crate) mod begin;
pub(crate) mod list;
pub(crate) mod read;
pub(crate) mod resolve;
