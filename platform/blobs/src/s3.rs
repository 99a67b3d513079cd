//! What is asked of a server that speaks S3: objects by their keys, and the files that are to be sent.

mod address;
pub(crate) mod client;
pub(crate) mod copying;
pub(crate) mod document;
pub(crate) mod failure;
pub(crate) mod head;
pub(crate) mod listing;
pub(crate) mod probe;
pub(crate) mod remote;
pub(crate) mod sending;
pub(crate) mod staged;
pub(crate) mod waiting;

use std::ffi::OsString;

pub use self::address::S3Address;
pub use self::probe::Trouble;
pub(crate) use self::remote::Remote;
pub(crate) use self::sending::limit;
use crate::{Found, FoundKind};

/// An object below a folder of keys.
fn found(name: &str, size: u64) -> Found {
    Found { name: OsString::from(name), kind: FoundKind::File, size }
}
