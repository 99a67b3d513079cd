//! Where bytes live: a real, readable folder tree, one per repository.
//!
//! No path from a request reaches the file system: a `TreePath` is a list of checked names, opened one by one from the
//! repository's root without following links, so neither `..` nor a planted link leads out of it.

mod areas;
mod change;
mod error;
mod hash;
mod read;
#[cfg(feature = "testing")]
pub mod testing;
mod tree;
mod tree_path;

pub use areas::Obstacle;
pub use change::{Applied, Change};
pub use error::{Error, Result};
pub use hash::{copy_hashed, from_start, hash};
pub use read::read_cached;
pub use tree::{Area, Found, FoundKind, Moved, Tree, make_way};
pub use tree_path::TreePath;
