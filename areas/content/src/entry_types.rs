//! The types of files that people bring. A room with a format of its own contributes that format's type.

use nodes::EntryType;

const fn of_files(
    key: &'static str,
    media_types: &'static [&'static str],
    usual_extensions: &'static [&'static str],
) -> EntryType {
    EntryType { key, extensions: &[], media_types, usual_extensions }
}

pub(crate) const ENTRY_TYPES: [EntryType; 14] = [
    of_files("image", &["image/"], &[]),
    of_files("vector", &["image/svg"], &["svg"]),
    of_files("video", &["video/"], &[]),
    of_files("audio", &["audio/"], &[]),
    of_files("pdf", &["application/pdf"], &[]),
    of_files("text", &["text/"], &[]),
    of_files(
        "code",
        &["text/html", "application/json", "application/xml"],
        &["js", "ts", "json", "html", "css", "xml", "py", "rs", "sh", "yml", "yaml"],
    ),
    of_files(
        "sheet",
        &[
            "text/csv",
            "application/vnd.ms-excel",
            "application/vnd.oasis.opendocument.spreadsheet",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ],
        &["xls", "xlsx", "ods", "csv"],
    ),
    of_files(
        "slides",
        &[
            "application/vnd.ms-powerpoint",
            "application/vnd.oasis.opendocument.presentation",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        ],
        &["ppt", "pptx", "odp", "key"],
    ),
    of_files(
        "document",
        &[
            "application/msword",
            "application/rtf",
            "application/vnd.oasis.opendocument.text",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ],
        &["doc", "docx", "odt", "rtf"],
    ),
    of_files(
        "archive",
        &[
            "application/zip",
            "application/x-tar",
            "application/gzip",
            "application/x-7z-compressed",
            "application/vnd.rar",
        ],
        &["zip", "rar", "7z", "gz", "tar"],
    ),
    of_files("model", &["model/"], &["glb", "gltf", "obj", "fbx", "stl"]),
    of_files("font", &["font/"], &["ttf", "otf", "woff", "woff2"]),
    of_files("design", &["image/vnd.adobe", "application/postscript"], &["ai", "eps", "psd", "fig", "indd", "sketch"]),
];
