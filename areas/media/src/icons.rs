//! Icons: a square picture that somebody gives a repository, a folder or a file, instead of what its card shows by
//! itself. `draw` makes it from the sent picture. The database keeps it, and everybody who sees the entry sees it.

pub(crate) mod copied;
mod draw;
pub(crate) mod remove;
pub(crate) mod set;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod store;
mod sweep;
mod tell;

pub use sweep::forget_icons;
