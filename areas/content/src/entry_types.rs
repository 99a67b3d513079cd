//! The types of files that people bring. A room with a format of its own contributes that format's type.

use nodes::EntryType;

const fn of_files(
    key: &'static str,
    media_types: &'static [&'static str],
    usual_extensions: &'static [&'static str],
    called: &'static [&'static str],
) -> EntryType {
    EntryType { key, extensions: &[], media_types, usual_extensions, called }
}

pub(crate) const ENTRY_TYPES: [EntryType; 14] = [
    of_files("image", &["image/"], &[], &["picture", "photo", "image", "imagem", "imagens", "foto"]),
    of_files("vector", &["image/svg"], &["svg"], &["vector", "drawing", "vetor", "desenho"]),
    of_files("video", &["video/"], &[], &["film", "video", "movie", "filme"]),
    of_files("audio", &["audio/"], &[], &["audio", "sound", "music", "som", "sons", "musica"]),
    of_files("pdf", &["application/pdf"], &[], &["pdf"]),
    of_files("text", &["text/"], &[], &["text", "texto"]),
    of_files(
        "code",
        &["text/html", "application/json", "application/xml"],
        &["js", "ts", "json", "html", "css", "xml", "py", "rs", "sh", "yml", "yaml"],
        &["code", "codigo"],
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
        &["sheet", "spreadsheet", "planilha"],
    ),
    of_files(
        "slides",
        &[
            "application/vnd.ms-powerpoint",
            "application/vnd.oasis.opendocument.presentation",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        ],
        &["ppt", "pptx", "odp", "key"],
        &["slide", "presentation", "apresentacao", "apresentacoes"],
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
        &["document", "documento"],
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
        &["archive", "zip"],
    ),
    of_files("model", &["model/"], &["glb", "gltf", "obj", "fbx", "stl"], &[]),
    of_files("font", &["font/"], &["ttf", "otf", "woff", "woff2"], &["font", "fonte"]),
    of_files(
        "design",
        &["image/vnd.adobe", "application/postscript"],
        &["ai", "eps", "psd", "fig", "indd", "sketch"],
        &[],
    ),
];
