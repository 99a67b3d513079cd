//! What managers are shown: of a repository, and of an entry.
//!
//! Lists have entries that the asker sees now. Sums are of the accesses under which the asker has a role now: what was
//! used, or takes space, with an access that is closed to them is in none of them.

mod asked;
pub(crate) mod entry;
pub(crate) mod export;
pub(crate) mod links;
pub(crate) mod over_time;
mod repository;
pub(crate) mod storage;
pub(crate) mod unused;
pub(crate) mod used;
