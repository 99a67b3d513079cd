//! Invitations: a person is invited by e-mail, follows a link that works once, and joins.

mod accept;
mod create;
mod end;
mod entitled;
mod join;
mod list;
mod places;
mod store;

pub(crate) use accept::*;
pub(crate) use create::*;
pub(crate) use end::*;
pub(crate) use entitled::withdraw_unentitled;
pub(crate) use join::*;
pub(crate) use list::*;
pub(crate) use places::*;
pub(crate) use store::{forget_place, sweep};
