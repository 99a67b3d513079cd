//! Moves of entries into other repositories of their tenant. What lies below the entry is copied with hashes into a place
//! of the other repository that nobody sees, while people go on working. An intent then keeps everything in it as it is,
//! until one rename and one transaction put it there. What it has left is deleted later.
//!
//! A room above decides who may, gives the name, and changes its own rows in the same transaction.

mod begin;
mod bring;
mod clear;
mod files;
mod join;
mod leave;
mod place;
mod purged;
mod rows;
mod settle;
mod subtree;
mod there;
mod way;

pub use begin::{NewCrossing, begin, drop_all, drop_one, progress};
pub use bring::{Brought, bring};
pub(crate) use clear::clearing;
pub(crate) use files::has_bytes_in;
pub use join::{Joining, declare, join};
pub use purged::delete_copies;
pub(crate) use rows::forget_all;
pub use rows::{Crossing, CrossingId, note_try};
pub use subtree::bytes_below;
pub use way::Way;
