//! A picture of somebody: a small PNG, JPEG or WebP, which the page has already cut to size. It is drawn anew by a
//! confined child process, so that nothing of what else the file holds is kept or shown.

pub(crate) mod change;
mod draw;
pub(crate) mod show;
mod store;

use primitives::UserId;

/// The most bytes of a picture.
pub(crate) const MOST_BYTES: usize = 512 * 1024;

/// Pixels of the long edge: twice the largest that is shown.
const EDGE: u32 = 512;

/// What may be sent: pictures without scripts.
const KINDS: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];

/// Where the page finds the picture; another picture has another address, so that it can be kept for long.
fn address(user: UserId, hash: &str) -> String {
    format!("/api/core/users/{user}/avatar?v={}", hash.get(..12).unwrap_or(hash))
}
