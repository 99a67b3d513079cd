//! Other hosts at which the bytes of a file server are sent and received, and the signed addresses there
//! (docs/decisions/0091).

mod allowed;
mod of_nodes;
pub(crate) mod reach;
mod signed;

pub use allowed::ByteAddresses;
pub use of_nodes::{Elsewhere, elsewhere_of};
pub use signed::{SmallPicture, open_signed, open_small_picture, sign_small_picture, signed_path};
