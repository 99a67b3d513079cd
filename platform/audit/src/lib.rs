//! The audit log: who did what to which object, when and from where, with the values before and after.
//!
//! An act is recorded in the transaction that carries it out, so neither exists without the other. Entries are only
//! added, and the entries of each tenant form a chain of hashes that `verify` checks.

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

/// Acts on nodes that everybody who sees a node may read about; rooms contribute theirs. A node's managers read about all.
#[derive(Clone, Copy, Debug)]
pub struct OpenActs(pub &'static [&'static str]);

/// What makes the tables.
pub fn migrations() -> db::Migrations {
    db::migrations!("audit", 0, ["0001_baseline"])
}
