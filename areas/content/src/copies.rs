//! Copies of entries, with everything in them that the asker sees: a job makes them step by step, in any repository of the
//! tenant. A folder is made first, then what lies in it is noted, and copied in turn.
//!
//! A file's copy is a row in staging until its bytes are in place, as an upload is (`uploads::made_here`). Marks that a copy
//! would lose become its own.

mod again;
mod asked;
pub(crate) mod begin;
mod bytes;
mod changed;
mod failed;
mod files;
mod folders;
mod forget;
mod inside;
mod item;
mod job;
mod onto;
mod placed;
mod replaced;
mod replacing;
mod running;
mod step;
mod store;
mod take_away;

pub(crate) use again::try_again;
pub(crate) use begin::{CopyRequest, TakenBack, start, take_back};
pub(crate) use changed::refuse_changed;
pub(crate) use failed::{Reason, failures};
pub(crate) use forget::forget_before;
pub(crate) use job::kinds;
pub(crate) use onto::{Alongside, authorize as authorize_onto, begin as begin_onto, carry_out as carry_out_onto};
pub(crate) use replaced::replaced;
pub(crate) use replacing::namesake;
pub(crate) use store::CopyingId;
