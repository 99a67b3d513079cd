//! Made-up files of print, scanning and old programs (TIFF in all its forms, PSD, bitmaps, Targa, icons, PostScript
//! with its preview), drawn in the confined child by the same rules as all pictures. The first line is the file's name,
//! because some kinds are only recognised by it.

use std::path::PathBuf;

use crate::pictures;

pub fn seeds(files: Vec<PathBuf>) -> Vec<Vec<u8>> {
    let seed = |file: PathBuf| {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        [name.as_bytes(), b"\n", &std::fs::read(file).unwrap()].concat()
    };
    files.into_iter().map(seed).collect()
}

pub fn check(input: &[u8]) {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (name, file) = input.split_at(end);
    pictures::draw(file.get(1..).unwrap_or_default(), &String::from_utf8_lossy(name));
}
