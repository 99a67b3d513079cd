//! The tree: repositories, folders and files, who is in what, and nothing about who may see it.
//!
//! This room has no routes. What changes a node asks for a `Permit`; what only reads is called by rooms that
//! have checked access already.

mod child_count;
mod error;
mod examine;
mod fault;
mod lists;
mod model;
mod names;
mod room;
mod store;
mod tree;

pub use self::room::room;
pub use child_count::{miscounted, open_entries, recount};
pub use error::{Error, Result};
pub use examine::broken_rules;
pub use fault::{PreviewFault, preview_fault};
pub use lists::{batches, in_list};
pub use model::{
    Ancestor, Binning, Deleting, Facts, Listed, Moving, NewNode, Node, NodeState, Placing, PreviewState, Renaming,
    Restoring, Step, Way,
};
pub use names::{Namesake, hold_name, is_duplicate_in, namesakes};
pub use store::{
    COLUMNS, appear, await_preview, bin, bin_lost, delete_rows, delete_staging, find, from_row, insert,
    insert_repository, place, record_preview, rename, restore, retitle_repository, set_own_acl,
};
pub use tree::{DEEPEST, above, ancestors, hold_tree, reparent, subtree_batch, tree_lock, ways};
