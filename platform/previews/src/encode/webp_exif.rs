//! EXIF in a WebP: a chunk at the end of its container, announced by the one at the beginning.

use crate::picture::Picture;

const EXTENDED: &[u8; 4] = b"VP8X";
const HAS_EXIF: u8 = 1 << 3;
const HAS_ALPHA: u8 = 1 << 4;

/// `webp` as libwebp writes it, of this picture.
pub(super) fn with_exif(webp: &[u8], picture: &Picture, exif: &[u8]) -> Vec<u8> {
    let chunks = webp.get(12..).unwrap_or_default();
    let content = if chunks.starts_with(EXTENDED) { chunks.get(18..).unwrap_or_default() } else { chunks };
    let alpha = if picture.is_opaque() { 0 } else { HAS_ALPHA };
    let side = |length: u32| length.saturating_sub(1).to_le_bytes();
    let (width, height) = (side(picture.width), side(picture.height));
    let about = [&[HAS_EXIF | alpha, 0, 0, 0][..], &width[..3], &height[..3]].concat();
    let body = [b"WEBP", &chunk(EXTENDED, &about)[..], content, &chunk(b"EXIF", exif)].concat();
    chunk(b"RIFF", &body)
}

fn chunk(name: &[u8; 4], bytes: &[u8]) -> Vec<u8> {
    let filling = vec![0; bytes.len() % 2];
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [name, &length.to_le_bytes()[..], bytes, &filling].concat()
}
