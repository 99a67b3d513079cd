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

/// What the first bytes say it is, whatever the request claims.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// Where the page finds the picture; another picture has another address, so that it can be kept for long.
fn address(user: UserId, hash: &str) -> String {
    format!("/api/core/users/{user}/avatar?v={}", hash.get(..12).unwrap_or(hash))
}

#[cfg(test)]
mod tests {
    use super::media_type;

    #[test]
    fn only_pictures_without_scripts_are_pictures() {
        assert_eq!(media_type(b"\x89PNG\r\n\x1a\n...."), Some("image/png"));
        assert_eq!(media_type(b"RIFF....WEBPVP8 "), Some("image/webp"));
        for other in [&b"<svg onload=alert(1)>"[..], b"<html>", b"GIF89a", b"", b"RIFF....WAVE"] {
            assert_eq!(media_type(other), None);
        }
    }
}
