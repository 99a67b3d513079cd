//! Pictures of users: small PNG, JPEG or WebP files that the page has already cropped. A confined child process redraws
//! them, so that nothing else of the file is kept or shown.

pub(crate) mod change;
mod draw;
pub(crate) mod show;
mod store;

use primitives::UserId;

/// The largest picture, in bytes.
pub(crate) const MOST_BYTES: usize = 512 * 1024;

/// Pixels of the long edge: twice the largest size that is shown.
const EDGE: u32 = 512;

/// The accepted types: pictures without scripts.
const KINDS: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];

/// The address of the picture. Another picture has another address, so that browsers can cache it for long.
fn address(user: UserId, hash: &str) -> String {
    format!("/api/core/users/{user}/avatar?v={}", hash.get(..12).unwrap_or(hash))
}
