//! Real files from elsewhere: `scripts/pictures` fetches them, runs this to draw them, and compares.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use previews::{Failure, Worker};

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
}

/// `PICTURES_FROM` is a folder of files, `PICTURES_TO` where their previews and `drawn.tsv` go: the file, its type, its
/// size and what became of it.
#[test]
#[ignore = "it needs the files that scripts/pictures fetches"]
fn every_file_of_a_corpus_is_drawn_or_says_why_not() {
    let [from, to] = ["PICTURES_FROM", "PICTURES_TO"].map(|name| PathBuf::from(std::env::var(name).unwrap()));
    let worker = Worker::at(env!("CARGO_BIN_EXE_preview-worker"));
    let mut files = Vec::new();
    files_below(&from, &mut files);
    files.sort();
    let mut said = fs::File::create(to.join("drawn.tsv")).unwrap();
    for (number, path) in files.iter().enumerate() {
        let mut head = Vec::new();
        fs::File::open(path).unwrap().take(8192).read_to_end(&mut head).unwrap();
        let kind = previews::sniff(&head, path.file_name().unwrap().to_str().unwrap_or(""));
        let out = to.join(number.to_string());
        let outcome = previews::render(&worker, path, kind, &out);
        let name = path.strip_prefix(&from).unwrap().display();
        match outcome {
            Ok(drawn) => writeln!(said, "{name}\t{kind}\t{number}\t{}\t{}\tdrawn", drawn.width, drawn.height).unwrap(),
            Err(failure) => {
                assert!(!matches!(failure, Failure::Unavailable(_)), "{name}: {failure}");
                writeln!(said, "{name}\t{kind}\t{number}\t0\t0\t{failure}").unwrap();
            }
        }
    }
}
