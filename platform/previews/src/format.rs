//! The formats with a decoder, and the MIME types that lead to each.

use image::ImageFormat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Jpeg,
    Raster(ImageFormat),
    Avif,
    Heif,
    Jp2,
    Psd,
    PostScript,
    Svg,
    Pdf,
    Text(Dialect),
}

/// How a text is laid out on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Plain,
    Table,
    Json,
    Markdown,
}

impl Format {
    pub(crate) fn of(mime: &str) -> Option<Self> {
        let essence = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        Some(match essence.as_str() {
            "image/jpeg" | "image/pjpeg" => Self::Jpeg,
            "image/png" | "image/apng" => Self::Raster(ImageFormat::Png),
            "image/gif" => Self::Raster(ImageFormat::Gif),
            "image/webp" => Self::Raster(ImageFormat::WebP),
            "image/tiff" => Self::Raster(ImageFormat::Tiff),
            "image/bmp" | "image/x-ms-bmp" => Self::Raster(ImageFormat::Bmp),
            "image/x-tga" => Self::Raster(ImageFormat::Tga),
            "image/x-icon" | "image/vnd.microsoft.icon" => Self::Raster(ImageFormat::Ico),
            "image/avif" => Self::Avif,
            "image/heic" | "image/heif" => Self::Heif,
            "image/jp2" | "image/jpx" | "image/j2c" => Self::Jp2,
            "image/vnd.adobe.photoshop" => Self::Psd,
            "application/postscript" => Self::PostScript,
            "image/svg+xml" => Self::Svg,
            "application/pdf" => Self::Pdf,
            "text/csv" | "text/tab-separated-values" => Self::Text(Dialect::Table),
            "text/markdown" => Self::Text(Dialect::Markdown),
            "application/json" => Self::Text(Dialect::Json),
            "application/xml" | "application/yaml" | "application/toml" => Self::Text(Dialect::Plain),
            text if text.starts_with("text/") => Self::Text(Dialect::Plain),
            _ => return None,
        })
    }
}
