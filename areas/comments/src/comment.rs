//! One comment, the first of a thread or an answer.

pub(crate) mod edit;
pub(crate) mod remove;
