//! The types of files that people bring. A room with a format of its own contributes that format's type.

use nodes::EntryType;

const fn of_media(key: &'static str, media_types: &'static [&'static str]) -> EntryType {
    EntryType { key, extensions: &[], media_types }
}

pub(crate) const ENTRY_TYPES: [EntryType; 9] = [
    of_media("image", &["image/", "application/postscript"]),
    of_media("video", &["video/"]),
    of_media("audio", &["audio/"]),
    of_media("pdf", &["application/pdf"]),
    of_media(
        "document",
        &[
            "application/msword",
            "application/rtf",
            "application/vnd.oasis.opendocument.text",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ],
    ),
    of_media(
        "spreadsheet",
        &[
            "application/vnd.ms-excel",
            "application/vnd.oasis.opendocument.spreadsheet",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "text/csv",
        ],
    ),
    of_media(
        "presentation",
        &[
            "application/vnd.ms-powerpoint",
            "application/vnd.oasis.opendocument.presentation",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        ],
    ),
    of_media("text", &["text/", "application/json", "application/xml"]),
    of_media("archive", &["application/zip", "application/x-tar", "application/gzip", "application/x-7z-compressed"]),
];
