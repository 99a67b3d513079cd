//! Conversions: a file as a picture in the size and the format that somebody wants to download. It is made while they
//! wait, and kept for an hour, so that the download can go on where it was interrupted.

pub(crate) mod converted;
mod kept;
mod make;
mod makers;
mod visitors;

pub use converted::{send_to_visitor as send_converted_to_visitor, tag_for_visitor as converted_tag_for_visitor};
pub(crate) use kept::{KeptConversions, tidy};
pub(crate) use makers::Makers;
pub use visitors::Visitor;
pub(crate) use visitors::VisitorTurns;
