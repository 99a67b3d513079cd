//! Recognises a file's type by its first bytes; the name only decides what the bytes leave open (kinds of text, the
//! content of a zip or an OLE container). Only Targa, which has no signature, is recognised by its name as well.

mod container;
mod magic;
mod text;

/// The type of files that are not recognised.
const BINARY: &str = "application/octet-stream";

/// The MIME type of a file with these first bytes (4 KiB are plenty; fewer work) and this name.
pub fn sniff(head: &[u8], name: &str) -> &'static str {
    let extension = extension(name);
    if let Some(kind) = magic::kind(head) {
        return container::refine(kind, head, &extension);
    }
    if magic::is_targa(head, &extension) {
        return "image/x-tga";
    }
    if text::is_text(head) {
        return text::kind(head, &extension);
    }
    BINARY
}

/// The ends of names that promise a picture or a document, of which the bytes say what it is.
const PROMISING: [&str; 18] = [
    "avif", "bmp", "eps", "gif", "heic", "heif", "ico", "jp2", "jpe", "jpeg", "jpg", "pdf", "png", "psd", "svg", "tif",
    "tiff", "webp",
];

/// Whether a file of this MIME type is damaged, or not what its name says: its bytes are not recognised.
pub fn belies_name(mime: &str, name: &str) -> bool {
    mime == BINARY && PROMISING.contains(&extension(name).as_str())
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_over_the_name() {
        let table: &[(&[u8], &str, &str)] = &[
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "a.png", "image/jpeg"),
            (b"\x89PNG\r\n\x1a\n", "a.txt", "image/png"),
            (b"GIF89a\x01\0", "", "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "a", "image/webp"),
            (b"II*\0\x08\0\0\0", "a", "image/tiff"),
            (b"MM\0*\0\0\0\x08", "a", "image/tiff"),
            (b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0", "a", "image/bmp"),
            (b"BMW drives south", "ad.bmp", "text/plain"),
            (b"junk\n%PDF-1.7", "a.doc", "application/pdf"),
            (b"\0\0\0\x20ftypavif\0\0\0\0", "a.jpg", "image/avif"),
            (b"\0\0\0\x20ftypheic\0\0\0\0", "a.jpg", "image/heic"),
            (b"\0\0\0\x20ftypisom\0\0\0\0", "a", "video/mp4"),
            (b"MZ\x90\0\x03\0\0\0", "photo.jpg", "application/octet-stream"),
            (b"not a picture", "photo.jpg", "text/plain"),
            (b"\xff\xfe\0\xa3\x11\xaf\x0a\0\0\x10\0\x10\xff\0\0\0", "film.fli", "video/x-flic"),
            (b"\x0eB\0\0\x12\xaf\x01\0\x80\0\x80\0\x08\0\x03\0", "film.flc", "video/x-flic"),
            (b"\xff\xfe\0\xa3\x11\xaf\x0a\0\0\0\0\0\xff\0\0\0", "film.fli", "application/octet-stream"),
            (b"\xff\xfeH\0i\0", "a", "text/plain"),
            (b"\xfe\xff\0H\0i\xd8\x3d", "a", "text/plain"),
            (b"\xff\xfe\x3d\xd8H\0", "a", "application/octet-stream"),
            (b"\0\0\x01\xba\x44\0", "a.mpg", "video/mpeg"),
            (b"FLV\x01\x05\0\0\0\x09", "a.txt", "video/x-flv"),
            (b"", "photo.jpg", "application/octet-stream"),
            (b"", "notes.md", "text/markdown"),
        ];
        for (head, name, expected) in table {
            assert_eq!(sniff(head, name), *expected, "{name}: {:?}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn a_picture_by_its_name_alone_belies_it() {
        for (mime, name, belies) in [
            (BINARY, "Photo.JPG", true),
            (BINARY, "a.tar.png", true),
            (BINARY, "data.bin", false),
            (BINARY, "png", false),
            ("application/zip", "photo.jpg", false),
        ] {
            assert_eq!(belies_name(mime, name), belies, "{name}");
        }
    }

    #[test]
    fn the_name_tells_kinds_of_text_and_containers_apart() {
        let table: &[(&[u8], &str, &str)] = &[
            (b"sku;price\n1;2", "Prices.CSV", "text/csv"),
            (b"{\"a\":1}", "a.json", "application/json"),
            (b"{\"a\":1}", "a", "text/plain"),
            (b"# Hi", "README.md", "text/markdown"),
            (b"PK\x03\x04\x14\0\x06\0", "brief.docx", super::container::DOCX),
            (b"PK\x03\x04\x14\0\x06\0", "assets.zip", "application/zip"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old.xls", "application/vnd.ms-excel"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "logo.txt", "image/svg+xml"),
            (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- (c) -->\n<!DOCTYPE svg><svg>", "logo", "image/svg+xml"),
            (b"<!-- <svg> --><p>", "x.svg", "text/html"),
            (b"<!doctype html><html>", "logo.svg", "text/html"),
            (b"<?xml version='1.0'?><rss/>", "feed", "application/xml"),
            ("Preços".as_bytes(), "a", "text/plain"),
            (b"pre\xe7o,valor", "a.csv", "text/csv"),
        ];
        for (head, name, expected) in table {
            assert_eq!(sniff(head, name), *expected, "{name}: {:?}", String::from_utf8_lossy(head));
        }
    }
}
