//! Every work is a valid file of its kind, is the same each time, and differs from its neighbours.

use std::collections::HashSet;

use super::brand::{Lockup, icon_png, logo_svg};
use super::motion::{banner_webp, loop_gif};
use super::papers::{brief_text, price_list_csv};
use super::photograph::photograph_of;
use super::poster::poster_pdf;
use super::scenes::Subject;
use super::*;

#[test]
fn photographs_are_jpegs_of_the_wanted_size_with_a_date() {
    let file = photograph(7, 120, 80);
    let frame = file.windows(2).position(|mark| mark == [0xff, 0xc0]).expect("a baseline frame");
    assert_eq!(file[frame + 5..frame + 9], [0, 80, 0, 120]);
    assert!(file.windows(6).any(|window| window == b"Exif\0\0"));
    assert!(file.windows(4).any(|window| window == b"2024" || window == b"2025"));
    assert!(file.ends_with(&[0xff, 0xd9]));
}

#[test]
fn the_same_seed_draws_the_same_and_another_seed_something_else() {
    for subject in Subject::ALL {
        assert_eq!(photograph_of(subject, 5, 90, 60), photograph_of(subject, 5, 90, 60), "{subject:?}");
        assert_ne!(photograph_of(subject, 5, 90, 60), photograph_of(subject, 6, 90, 60), "{subject:?}");
    }
    assert_eq!(poster_pdf(3, 1), poster_pdf(3, 1));
    assert_eq!(loop_gif(3, 32, 32), loop_gif(3, 32, 32));
    assert_ne!(brief_text(1), brief_text(2));
    assert_ne!(price_list_csv(1), price_list_csv(2));
}

#[test]
fn no_subject_leaves_flat_or_broken_pixels() {
    for subject in Subject::ALL {
        for seed in 0..4 {
            let pixels = photograph::painted(subject, seed, 96, 64);
            let shades: HashSet<&[u8]> = pixels.chunks_exact(3).collect();
            assert!(shades.len() > 500, "{subject:?} {seed}: {} shades", shades.len());
        }
    }
}

#[test]
fn drawings_and_papers_are_what_they_say() {
    let icon = icon_png(32);
    let mut reader = png::Decoder::new(std::io::Cursor::new(icon)).read_info().expect("a PNG header");
    let mut pixels = vec![0; 32 * 32 * 4];
    reader.next_frame(&mut pixels).expect("PNG pixels");
    assert_eq!(pixels[3], 0, "the corner is clear");
    assert_eq!(pixels[(16 * 32 + 16) * 4 + 3], 255, "the middle is not");

    assert!(loop_gif(1, 32, 32).starts_with(b"GIF89a"));
    assert!(banner_webp(Subject::Silk, 1, 96, 32).starts_with(b"RIFF"));
    let poster = poster_pdf(1, 3);
    assert!(poster.starts_with(b"%PDF-") && poster.windows(8).any(|window| window == b"/Count 3"));
    for lockup in [Lockup::Stacked, Lockup::Wide, Lockup::Mark, Lockup::Reversed] {
        let drawing = logo_svg(lockup);
        assert!(drawing.starts_with("<svg ") && drawing.trim_end().ends_with("</svg>"));
        assert_eq!(drawing.matches("<text").count(), drawing.matches("</text>").count());
    }
    let widths: HashSet<usize> =
        price_list_csv(1).lines().filter(|line| !line.contains('"')).map(|line| line.matches(';').count()).collect();
    assert_eq!(widths, HashSet::from([5]));
}

#[test]
fn the_catalogue_has_distinct_valid_names_and_parents_before_children() {
    let mut seen = HashSet::new();
    for folder in catalogue() {
        if let Some((parent, _)) = folder.path.rsplit_once('/') {
            assert!(seen.contains(parent), "{} comes before its parent", folder.path);
        }
        assert!(seen.insert(folder.path), "{} twice", folder.path);
        let mut names = HashSet::new();
        for piece in folder.pieces {
            assert!(names.insert(piece.name.to_lowercase()), "{} twice", piece.name);
            assert!(piece.name.len() <= 255 && !piece.name.contains(['/', '\\', '\0']), "{}", piece.name);
            assert!(!piece.name.ends_with(['.', ' ']), "{}", piece.name);
        }
    }
}
