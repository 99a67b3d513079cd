//! Files that visitors have sent by links, and what people of their folder do with them: they look at them, and accept or
//! reject them. Whoever may upload into a folder decides about what came for it.

pub(crate) mod accept;
mod accepted;
mod arrived;
mod bell;
pub(crate) mod count;
mod decision;
pub(crate) mod list;
pub(crate) mod reject;
pub(crate) mod show;
mod store;

pub(crate) use accepted::addition as sender_addition;
pub(crate) use arrived::arrived;
pub(crate) use bell::notice_kind;
pub(crate) use store::{Begun, KEPT, NewReceived, begun, note, undecided};
