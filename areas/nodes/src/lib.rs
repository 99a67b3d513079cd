//! The tree: repositories, folders and files, who is in what, and nothing about who may see it.
//!
//! This room has no routes. What changes a node asks for a `Permit`; what only reads is called by rooms that
//! have checked access already.

mod child_count;
mod entry_type;
mod error;
mod examine;
mod lists;
mod locks;
mod model;
mod names;
mod natural_order;
mod node_states;
mod properties;
mod room;
mod store;
mod tree;
mod versions;
mod waiting;

pub use self::room::{migrations, room};
pub use child_count::{miscounted, open_entries, recount};
pub use entry_type::{EntryType, types_called};
pub use error::{Error, Result};
pub use lists::{batches, comma_separated, in_list};
pub use locks::{EndedLock, end_locks, lock, tenants_of_locks, unlock};
pub use model::{
    Ancestor, Arrived, Binning, Deleting, Facts, Listed, Locking, Moving, NO_NODE, NameAndParent, NewNode, Node,
    NodeState, Placing, Renaming, Replacing, Restoring, Step, Unlocking,
};
pub use names::{Namesake, hold_name, is_duplicate_in, namesakes};
pub use node_states::{BINNED, READY, STAGING};
pub use properties::{Property, PropertyKind, PropertyValue, TAKEN_AT, properties_of, set_properties};
pub use store::{
    COLUMNS, WIDTH, appear, bin, bin_lost, delete_rows, delete_staging, find, from_row, insert, insert_repository,
    note_elsewhere, of_content, place, rename, restore, retitle_repository, set_own_acl,
};
pub use tree::{
    DEEPEST, above, ancestors, hold_tree, names_and_parents, refuse_place, reparent, reparent_elsewhere, subtree_batch,
    tree_lock,
};
pub use versions::{insert_version, kept_with, replace_content};
pub use waiting::{insert_waiting, keep_waiting, take_in};
