//! A temporary folder in which files are put and rendered.

use std::fs;
use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageFormat};
use previews::{Failure, Rendered, Worker};
use tempfile::TempDir;

pub struct Studio {
    pub folder: TempDir,
    pub worker: Worker,
}

impl Studio {
    pub fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), worker: Worker::at(env!("CARGO_BIN_EXE_preview-worker")) }
    }

    pub fn render(&self, bytes: &[u8], mime: &str) -> Result<Rendered, Failure> {
        previews::render(&self.worker, &self.put(bytes), mime, &self.out())
    }

    pub fn put(&self, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join("input");
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }
}

pub fn open(path: &Path) -> DynamicImage {
    image::load_from_memory_with_format(&fs::read(path).unwrap(), ImageFormat::WebP).unwrap()
}

/// The colour at a place given in hundredths of the sides.
pub fn colour_at(picture: &DynamicImage, x: u32, y: u32) -> [u8; 4] {
    let rgba = picture.to_rgba8();
    rgba.get_pixel(rgba.width() * x / 100, rgba.height() * y / 100).0
}

/// Lossy encoders and chroma subsampling move colours a little.
pub fn is_near(seen: [u8; 4], expected: [u8; 4]) -> bool {
    seen.iter().zip(expected).all(|(seen, expected)| seen.abs_diff(expected) <= 24)
}
