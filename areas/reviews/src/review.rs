//! The review of a file: asked for, shown, answered, changed and closed.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod change;
pub(crate) mod close;
pub(crate) mod show;
