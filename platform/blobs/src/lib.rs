//! Where bytes live: a `Store` for each repository, which is a real, readable folder tree, or objects of an S3 store.
//!
//! No path from a request reaches the file system: a `TreePath` is a list of checked names, opened one by one from the
//! repository's root without following links, so neither `..` nor a planted link leads out of it.

mod areas;
mod cached;
mod change;
mod error;
#[cfg(feature = "testing")]
mod hanging;
mod hash;
mod layout;
mod leaving;
mod object_store;
mod opened;
mod posix;
mod s3;
mod shared;
mod store;
#[cfg(feature = "testing")]
mod test_bucket;
#[cfg(feature = "testing")]
pub mod testing;
mod tree;
mod tree_path;
mod written;

pub use change::{Applied, Change, Replacement};
pub use error::{Error, Obstacle, Result};
pub use hash::{copy_hashed, from_start, hash};
pub use layout::Area;
pub use object_store::S3;
pub use opened::Opened;
pub use s3::{S3Address, Trouble};
pub use shared::{SharedStore, shared};
pub use store::{CopiedInside, StagedCopy, Store, Within};
#[cfg(feature = "testing")]
pub use test_bucket::TestBucket;
pub use tree::{Found, FoundKind, Tree, make_way, real};
pub use tree_path::TreePath;
pub use written::Written;
