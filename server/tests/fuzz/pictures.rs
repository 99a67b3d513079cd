//! Made-up pictures, drawn in the confined child process: any bytes give a picture within its bounds or a recorded
//! failure, at the latest when its time is over.

use std::path::Path;
use std::time::Duration;

use previews::{Failure, LARGE, SMALL, Worker};

const WALL: Duration = Duration::from_secs(10);

pub fn check(input: &[u8]) {
    draw(input, "");
}

pub fn draw(input: &[u8], name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (file, drawn) = (folder.path().join("file"), folder.path().join("drawn"));
    std::fs::write(&file, input).unwrap();
    let mut worker = Worker::at(env!("CARGO_BIN_EXE_vitrine"));
    worker.limits.wall = WALL;
    worker.limits.memory_bytes = 512 << 20;
    let kind = previews::sniff(&input[..input.len().min(8192)], name);
    let outcome = previews::render(&worker, &file, kind, &drawn);
    match outcome {
        Ok(rendered) => {
            assert!(previews::supports(kind) && rendered.width > 0 && rendered.height > 0, "{kind}: {rendered:?}");
            for (path, bounds) in [(&rendered.small, SMALL), (&rendered.large, LARGE)] {
                let (width, height) = size_of(path);
                assert!(width > 0 && height > 0 && bounds.contain(width, height), "{kind}: {width} × {height}");
            }
        }
        // Including a kind of which only some files are drawn: TIFF has more variants than any reader supports.
        Err(Failure::Unsupported) => {}
        // The worker itself must not fail, whatever is wrong with the file.
        Err(failure) => assert!(!matches!(failure, Failure::Unavailable(_)), "{kind}: {failure:?}"),
    }
    let left: Vec<_> =
        std::fs::read_dir(&drawn).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| name == "small.webp" || name == "large.webp"), "{left:?}");
}

/// Width and height as the header of a WebP file says.
fn size_of(path: &Path) -> (u32, u32) {
    let bytes = std::fs::read(path).unwrap();
    assert!(bytes.starts_with(b"RIFF") && &bytes[8..12] == b"WEBP", "{path:?}");
    let short = |at: usize| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let three = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]) + 1;
    match &bytes[12..16] {
        b"VP8 " => (short(26) & 0x3fff, short(28) & 0x3fff),
        b"VP8X" => (three(24), three(27)),
        b"VP8L" => {
            let bits = u32::from_le_bytes([bytes[21], bytes[22], bytes[23], bytes[24]]);
            ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
        }
        other => panic!("{other:?}"),
    }
}
