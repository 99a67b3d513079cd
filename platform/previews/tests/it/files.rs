//! Small files of one picture, left half red and right half blue, written by other programs: each is drawn upright, in
//! its colours and its size. They lie in `files/`; the beginning of a name says what is special about it.

use std::fs;
use std::path::Path;

use previews::{Failure, Rendered};

use crate::samples::{BLUE, RED};
use crate::studio::{Studio, colour_at, open};

const SIZE: (u32, u32) = (48, 30);

pub fn all() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/files");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn drawn(name: &str, bytes: &[u8]) -> (Studio, Rendered) {
    let studio = Studio::new();
    let kind = previews::sniff(&bytes[..bytes.len().min(4096)], name);
    let rendered = studio.render(bytes, kind).unwrap_or_else(|failure| panic!("{name} as {kind}: {failure}"));
    (studio, rendered)
}

#[test]
fn every_file_that_another_program_wrote_shows_its_halves_upright() {
    let files = all();
    assert!(files.len() >= 37, "{} files", files.len());
    for (name, bytes) in files {
        let (_studio, rendered) = drawn(&name, &bytes);
        assert_eq!((rendered.width, rendered.height), SIZE, "{name}");
        let picture = open(&rendered.large);
        assert_eq!((picture.width(), picture.height()), SIZE, "{name}");
        // Fax images are black and white.
        let (left, right) = if name.starts_with("fax") { ([0, 0, 0, 255], [255; 4]) } else { (RED, BLUE) };
        for (x, wanted) in [(15, left), (85, right)] {
            let seen = colour_at(&picture, x, 25);
            let far = seen.iter().zip(wanted).map(|(seen, wanted)| seen.abs_diff(wanted)).max().unwrap();
            assert!(far <= 24, "{name}: {seen:?} where {wanted:?} is wanted");
        }
        let below = colour_at(&picture, 15, 85)[3];
        assert_eq!(below < 8, name.starts_with("alpha"), "{name}: the lower half is covered by {below}");
    }
}

#[test]
fn a_file_of_another_program_that_is_cut_or_changed_ends_in_a_preview_or_a_failure() {
    for (name, bytes) in all() {
        let kind = previews::sniff(&bytes[..bytes.len().min(4096)], &name);
        for step in 1..6_usize {
            let cut = bytes[..bytes.len() * step / 6].to_vec();
            let mut changed = bytes.clone();
            for at in (step * 7..bytes.len()).step_by(41) {
                changed[at] = changed[at].wrapping_add(step as u8 * 37);
            }
            for harmed in [cut, changed] {
                let outcome = Studio::new().render(&harmed, kind);
                assert!(
                    !matches!(outcome, Err(Failure::Unavailable(_) | Failure::TimedOut)),
                    "{name} at {step}: {outcome:?}"
                );
            }
        }
    }
}

/// Sizes that fit into no memory, in files of a few hundred bytes: refused by their headers.
#[test]
fn absurd_sizes_are_refused_before_they_are_allocated() {
    let tag = |number: u16, value: u32| {
        [&number.to_le_bytes()[..], &4_u16.to_le_bytes(), &1_u32.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let tiff = |tags: &[(u16, u32)]| {
        let entries: Vec<u8> = tags.iter().flat_map(|(number, value)| tag(*number, *value)).collect();
        [&b"II*\0\x08\0\0\0"[..], &(tags.len() as u16).to_le_bytes(), &entries, &[0; 64]].concat()
    };
    let wide = tiff(&[(256, 60_000), (257, 60_000), (258, 8), (262, 1), (273, 8), (278, 60_000), (279, 10)]);
    let tile = [(256, 16), (257, 16), (258, 64), (262, 1), (277, 16), (322, 16_000), (323, 16_000), (324, 8), (325, 9)];
    let mut psd = b"8BPS\0\x01\0\0\0\0\0\0\0\x04".to_vec();
    psd.extend([15_000_u32.to_be_bytes(), 15_000_u32.to_be_bytes()].concat());
    psd.extend([0, 32, 0, 3]);
    psd.extend([0; 64]);
    for (what, bytes) in [("a wide TIFF", wide), ("a TIFF of one vast tile", tiff(&tile)), ("a deep PSD", psd)] {
        let outcome = Studio::new().render(&bytes, previews::sniff(&bytes, "a"));
        assert_eq!(outcome, Err(Failure::TooLarge), "{what}");
    }
}
