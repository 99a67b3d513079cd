//! Signatures at fixed places.

pub(super) const ZIP: &str = "application/zip";
pub(super) const GZIP: &str = "application/gzip";
pub(super) const OLE: &str = "application/x-ole-storage";

const AT_START: &[(&[u8], &str)] = &[
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"8BPS", "image/vnd.adobe.photoshop"),
    (b"\xff\x0a", "image/jxl"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    (b"\0\0\x01\0", "image/x-icon"),
    (b"qoif", "image/qoi"),
    (b"%!PS", "application/postscript"),
    (b"\xc5\xd0\xd3\xc6", "application/postscript"),
    (b"PK\x03\x04", ZIP),
    (b"PK\x05\x06", ZIP),
    (b"\x1f\x8b", GZIP),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"\x1a\x45\xdf\xa3", "video/webm"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"glTF", "model/gltf-binary"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"OTTO", "font/otf"),
    (b"\0\x01\0\0\0", "font/ttf"),
];

/// Readers look for a PDF's mark this far.
const PDF_WITHIN: usize = 1024;

pub(super) fn kind(head: &[u8]) -> Option<&'static str> {
    if let Some((_, kind)) = AT_START.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(kind);
    }
    if head.starts_with(b"BM") && is_bitmap(head) {
        return Some("image/bmp");
    }
    if let Some(kind) = riff(head).or_else(|| iso_media(head)) {
        return Some(kind);
    }
    let near = &head[..head.len().min(PDF_WITHIN)];
    near.windows(5).any(|window| window == b"%PDF-").then_some("application/pdf")
}

/// "BM" begins many a text; the size of the second header is one of few.
fn is_bitmap(head: &[u8]) -> bool {
    let Some(size) = head.get(14..18).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes) else {
        return false;
    };
    matches!(size, 12 | 40 | 52 | 56 | 64 | 108 | 124)
}

fn riff(head: &[u8]) -> Option<&'static str> {
    match (head.get(..4)?, head.get(8..12)?) {
        (b"RIFF", b"WEBP") => Some("image/webp"),
        (b"RIFF", b"WAVE") => Some("audio/wav"),
        (b"RIFF", b"AVI ") => Some("video/x-msvideo"),
        _ => None,
    }
}

fn iso_media(head: &[u8]) -> Option<&'static str> {
    if head.get(4..8)? != b"ftyp" {
        return None;
    }
    Some(match head.get(8..12)? {
        b"avif" | b"avis" => "image/avif",
        b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1" => "image/heic",
        b"qt  " => "video/quicktime",
        b"M4A " => "audio/mp4",
        _ => "video/mp4",
    })
}
