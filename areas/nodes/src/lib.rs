//! The tree: repositories, folders and files, who is in what, and nothing about who may see it.
//!
//! This room has no routes. What changes a node asks for a `Permit`; what only reads is called by rooms that
//! have asked the walls already.

mod error;
mod model;
mod store;

pub use error::{Error, Result};
pub use model::{Ancestor, Facts, NewNode, Node, NodeState, Placing, PreviewState};
pub use store::{
    COLUMNS, ancestors, bin, children_named, delete_rows, find, from_row, insert, insert_repository, is_name_free,
    place, record_preview, rename, restore, set_own_guard, subtree_batch,
};
