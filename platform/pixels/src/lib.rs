//! Loops over all pixels of a picture: 8-bit channels, rows packed, straight alpha. They are a crate of their own, which
//! every build optimises: the crate of the decoders would take too long to build then.

mod channels;
mod resize;

pub use channels::{Channels, is_opaque, repeated, set_alpha, with_alpha, without_alpha};
pub use resize::{Part, resized};
