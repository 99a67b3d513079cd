//! The audit log: who did what to which object, when and from where, with what was there before and after.
//!
//! An act is recorded in the transaction that carries it out, so that neither is there without the other. Entries are
//! only ever added, and the entries of each tenant form a chain of hashes that `verify` walks.

mod act;
mod chain;
mod head;
mod scrub;
#[cfg(test)]
mod tests;
mod verify;

pub use act::{Act, Author, Object};
pub use chain::record;
pub use head::{Head, heads, left_behind, missing_triggers};
pub use verify::{Broken, ChainState, verify};
