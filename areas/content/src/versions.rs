//! Versions of a file: what it was before its content was replaced, to be seen, fetched and taken up again.
//!
//! An earlier version is kept as a node of its own (`nodes::insert_version`) that nobody reaches but by its file, with
//! the rights to the file.

pub(crate) mod change;
pub(crate) mod delete;
mod deletion;
mod expired;
pub(crate) mod list;
pub(crate) mod model;
mod replace;
mod replaced;
pub(crate) mod restore;
pub(crate) mod rule;
pub(crate) mod show;
mod store;

pub(crate) use deletion::{LeftBytes, delete_apart, discard_left};
pub(crate) use expired::delete_expired;
pub(crate) use replace::{Exchange, NewContent, commit, declare};
pub(crate) use replaced::{Replaced, declare_return};
pub(crate) use restore::{Restoring, commit as commit_return};
pub(crate) use show::open_kept;
pub use show::version_content;
pub(crate) use store::NewVersion;

db::id!(VersionId);
