//! The stores of repositories, as all threads share them.

use std::sync::Arc;

use crate::{Store, Tree};

/// A store that several threads use.
pub type SharedStore = Arc<dyn Store>;

/// The store of a folder tree.
pub fn shared(tree: Tree) -> SharedStore {
    #[cfg(feature = "testing")]
    return Arc::new(crate::hanging::Hanging::new(tree));
    #[cfg(not(feature = "testing"))]
    Arc::new(tree)
}
