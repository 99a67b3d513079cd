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
    (b"\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"),
    (b"\xff\x4f\xff\x51", "image/j2c"),
    (b"II+\0", "image/tiff"),
    (b"MM\0+", "image/tiff"),
    (b"%!PS", "application/postscript"),
    (b"\xc5\xd0\xd3\xc6", "application/postscript"),
    (b"PK\x03\x04", ZIP),
    (b"PK\x05\x06", ZIP),
    (b"\x1f\x8b", GZIP),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"\x1a\x45\xdf\xa3", "video/webm"),
    (b"\0\0\x01\xba", "video/mpeg"),
    (b"\0\0\x01\xb3", "video/mpeg"),
    (b"FLV\x01", "video/x-flv"),
    (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "video/x-ms-asf"),
    (b"\x8aMNG\r\n\x1a\n", "video/x-mng"),
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

/// Readers search for a PDF's signature up to here.
const PDF_WITHIN: usize = 1024;

pub(super) fn kind(head: &[u8]) -> Option<&'static str> {
    if let Some((_, kind)) = AT_START.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(kind);
    }
    if head.starts_with(b"BM") && is_bitmap(head) {
        return Some("image/bmp");
    }
    if let Some(kind) = riff(head).or_else(|| iso_media(head)).or_else(|| flic(head)) {
        return Some(kind);
    }
    let near = &head[..head.len().min(PDF_WITHIN)];
    near.windows(5).any(|window| window == b"%PDF-").then_some("application/pdf")
}

/// Many texts begin with "BM"; the size of the second header must be one of a few.
fn is_bitmap(head: &[u8]) -> bool {
    let Some(size) = head.get(14..18).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes) else {
        return false;
    };
    // OS/2's second header may end after any of its fields.
    matches!(size, 12 | 16 | 40 | 42 | 44 | 46 | 48 | 52 | 56 | 60 | 64 | 108 | 124)
}

/// Targa has no signature; its name is trusted if the header is a possible one.
pub(super) fn is_targa(head: &[u8], extension: &str) -> bool {
    let [_, map, kind, .., depth, _] = head.get(..18).unwrap_or(&[]) else { return false };
    matches!(extension, "tga" | "icb" | "vda" | "vst")
        && *map <= 1
        && matches!(kind, 1..=3 | 9..=11)
        && matches!(depth, 8 | 15 | 16 | 24 | 32)
        && head[12..14] != [0, 0]
        && head[14..16] != [0, 0]
}

fn riff(head: &[u8]) -> Option<&'static str> {
    match (head.get(..4)?, head.get(8..12)?) {
        (b"RIFF", b"WEBP") => Some("image/webp"),
        (b"RIFF", b"WAVE") => Some("audio/wav"),
        (b"RIFF", b"AVI ") => Some("video/x-msvideo"),
        _ => None,
    }
}

/// An animation of Autodesk begins with its length; then come its mark, and frames, width and height.
fn flic(head: &[u8]) -> Option<&'static str> {
    let is_marked = matches!(head.get(4..6)?, [0x11 | 0x12, 0xaf]);
    let has_area = head.get(8..10)? != [0, 0] && head.get(10..12)? != [0, 0];
    (is_marked && has_area).then_some("video/x-flic")
}

/// The first box names the compatible kinds of readers.
fn compatible_with(head: &[u8], brand: &[u8; 4]) -> bool {
    let size = head.get(..4).map_or(0, |size| u32::from_be_bytes([size[0], size[1], size[2], size[3]]) as usize);
    head.get(16..size.min(head.len())).is_some_and(|brands| brands.chunks_exact(4).any(|one| one == brand))
}

fn iso_media(head: &[u8]) -> Option<&'static str> {
    if head.get(4..8)? != b"ftyp" {
        return None;
    }
    Some(match head.get(8..12)? {
        b"avif" | b"avis" => "image/avif",
        b"mif1" | b"msf1" if compatible_with(head, b"avif") => "image/avif",
        b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1" => "image/heic",
        b"qt  " => "video/quicktime",
        b"M4A " => "audio/mp4",
        _ => "video/mp4",
    })
}
