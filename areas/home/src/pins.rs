//! Pins: the folders and repositories that are offered first where a person chooses a folder.

pub mod change;
pub mod list;
mod store;
