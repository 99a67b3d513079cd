//! Containers whose content the signature does not show: the name decides, among the types that the container can hold.

use super::magic::{GZIP, OLE, ZIP};

pub(super) const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

pub(super) fn refine(kind: &'static str, head: &[u8], extension: &str) -> &'static str {
    match kind {
        ZIP => zipped(head, extension),
        OLE => match extension {
            "doc" | "dot" => "application/msword",
            "xls" => "application/vnd.ms-excel",
            "ppt" | "pps" => "application/vnd.ms-powerpoint",
            "msg" => "application/vnd.ms-outlook",
            _ => OLE,
        },
        GZIP if extension == "svgz" => "image/svg+xml",
        kind => kind,
    }
}

fn zipped(head: &[u8], extension: &str) -> &'static str {
    // OpenDocument and EPUB store their type first, uncompressed.
    let stored = |kind: &str| head.windows(kind.len()).take(128).any(|window| window == kind.as_bytes());
    const NAMED: [(&str, &str); 4] = [
        ("odt", "application/vnd.oasis.opendocument.text"),
        ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
        ("odp", "application/vnd.oasis.opendocument.presentation"),
        ("epub", "application/epub+zip"),
    ];
    if let Some((_, kind)) = NAMED.into_iter().find(|(name, kind)| extension == *name || stored(kind)) {
        return kind;
    }
    match extension {
        "docx" => DOCX,
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx" => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        _ => ZIP,
    }
}
