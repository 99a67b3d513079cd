//! Requests: readers ask to be let download from a folder, and its managers answer.

pub(crate) mod answer;
pub(crate) mod ask;
mod bell;
pub(crate) mod list;
pub(crate) mod managers;
pub(crate) mod model;
pub(crate) mod store;

pub(crate) use bell::notice_kinds;
