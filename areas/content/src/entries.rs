//! Entries: the folders and files of repositories, as pages see them.

pub(crate) mod additions;
pub(crate) mod bin;
pub(crate) mod buckets;
pub(crate) mod children;
pub(crate) mod counts;
pub(crate) mod create_folder;
pub(crate) mod empty_bin;
pub(crate) mod folders;
pub(crate) mod list;
pub(crate) mod lock;
pub(crate) mod model;
pub(crate) mod of_nodes;
mod order;
pub(crate) mod parents;
pub(crate) mod purge;
pub(crate) mod relocate;
pub(crate) mod remove;
pub(crate) mod rename;
pub(crate) mod restore;
pub(crate) mod show;
pub(crate) mod store;
pub(crate) mod widening;
