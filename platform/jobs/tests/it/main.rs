//! Jobs and events, through the public interface, on both engines.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

mod events;
mod leases;
mod order;
mod outcomes;
mod stage;
