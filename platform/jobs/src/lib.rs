//! Work that outlives a request, and events that reach pages: two small tables and the code that follows them.
//!
//! A job is enqueued in the transaction that makes it necessary and runs at least once, under a lease that another
//! process takes over when its holder dies. Each kind has slots of its own, in which tenants take turns, and people
//! within a tenant; short work that requests wait for is shared in the same way. An event is published in the
//! transaction that it reports.

mod backlog;
mod claim;
mod context;
mod event;
mod job;
mod kind;
mod lease;
mod outcome;
mod run;
mod slots;
mod store;
mod tail;
mod topic;
mod turns;
mod worker;

pub use backlog::{Backlog, backlog};
pub use context::JobContext;
pub use event::{Event, publish};
pub use job::{JobId, NewJob, cancel, enqueue, enqueue_once, unfinished};
pub use kind::{Abandoned, Kind};
pub use outcome::{JobError, Outcome};
pub use slots::{Slot, Slots};
pub use tail::Tail;
pub use topic::current_offset;
pub use worker::Worker;

/// What makes the tables.
pub fn migrations() -> db::Migrations {
    db::migrations!("jobs", 0, ["0001_baseline", "0220_what_an_event_is_about", "0320_people_take_turns"])
}
