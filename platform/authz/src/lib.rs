//! Who may do what, decided by pure functions over plain values. Nothing here reads or writes anything.
//!
//! A `Gate` stands before every route; a `Permit` is asked for by every function that touches a node, and
//! `decide` is the only place that makes one.

mod action;
mod actor;
mod gate;
mod policy;
mod reference;

pub use action::{Action, OnLock, Rule};
pub use actor::{Actor, Instance, Membership, Origin, Role};
pub use gate::{Gate, GateDenied};
pub use policy::{Denied, Facts, Permit, Release, Withheld, decide, offered, released};
pub use reference::reference;
