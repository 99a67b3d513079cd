//! Where bytes live: a `Store` for each repository. Today each is a real, readable folder tree.
//!
//! No path from a request reaches the file system: a `TreePath` is a list of checked names, opened one by one from the
//! repository's root without following links, so neither `..` nor a planted link leads out of it.

mod areas;
mod change;
mod error;
mod hash;
mod opened;
mod posix;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod tree;
mod tree_path;

pub use areas::Obstacle;
pub use change::{Applied, Change};
pub use error::{Error, Result};
pub use hash::{copy_hashed, from_start, hash};
pub use opened::{Opened, Written};
pub use store::{SharedStore, Store, Within, shared};
pub use tree::{Area, Found, FoundKind, Tree, make_way, real};
pub use tree_path::TreePath;
