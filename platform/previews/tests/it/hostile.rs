//! Malicious files: each ends in a recorded failure or an ordinary preview, in bounded time, and never harms the
//! caller.

use std::time::{Duration, Instant};

use image::ImageFormat;
use previews::{Failure, Rendered};

use crate::samples;
use crate::studio::{Studio, colour_at, open};

fn every_format() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("image/jpeg", samples::jpeg()),
        ("image/png", samples::encoded(ImageFormat::Png)),
        ("image/gif", samples::encoded(ImageFormat::Gif)),
        ("image/webp", samples::encoded(ImageFormat::WebP)),
        ("image/tiff", samples::encoded(ImageFormat::Tiff)),
        ("image/bmp", samples::encoded(ImageFormat::Bmp)),
        ("image/svg+xml", samples::svg()),
        ("application/pdf", samples::pdf(1, 300.0, 200.0)),
    ]
}

fn is_malformed(outcome: &Result<Rendered, Failure>) -> bool {
    matches!(outcome, Err(Failure::Malformed(_)))
}

#[test]
fn an_empty_file_is_malformed_in_every_format() {
    for (mime, _) in every_format() {
        assert!(is_malformed(&Studio::new().render(b"", mime)), "{mime}");
    }
    assert!(is_malformed(&Studio::new().render(b"", "text/plain")));
}

#[test]
fn garbage_is_malformed_in_every_format() {
    let garbage: Vec<u8> = (0..5000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (mime, sample) in every_format() {
        assert!(is_malformed(&Studio::new().render(&garbage, mime)), "{mime}");
        let headed = [&sample[..16], &garbage].concat();
        let outcome = Studio::new().render(&headed, mime);
        assert!(
            matches!(outcome, Err(Failure::Malformed(_) | Failure::Unsupported | Failure::TooLarge)),
            "{mime}: {outcome:?}"
        );
    }
}

#[test]
fn a_file_cut_short_is_a_failure_or_a_partial_picture_and_never_a_crash() {
    for (mime, sample) in every_format() {
        for share in [1, 10, 50, 95] {
            let cut = &sample[..(sample.len() * share / 100).max(1)];
            let outcome = Studio::new().render(cut, mime);
            assert!(outcome.is_ok() || is_malformed(&outcome), "{mime} at {share} %: {outcome:?}");
            assert!(share > 1 || outcome.is_err(), "{mime}: a preview of nothing");
        }
    }
}

#[test]
fn mutated_files_end_in_a_preview_or_a_failure_in_time() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for (mime, sample) in every_format() {
        for _ in 0..12 {
            let mut bytes = sample.clone();
            for _ in 0..=next(8) {
                let at = next(bytes.len());
                bytes[at] = next(256) as u8;
            }
            let outcome = Studio::new().render(&bytes, mime);
            assert!(!matches!(outcome, Err(Failure::Unavailable(_) | Failure::TimedOut)), "{mime}: {outcome:?}");
        }
    }
}

/// 60,000 × 60,000 pixels in 2 KB.
#[test]
fn a_decompression_bomb_is_refused_by_its_header() {
    let mut bomb = Vec::new();
    let mut encoder = png::Encoder::new(&mut bomb, 60_000, 60_000);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c, 0x63, 0, 0]).unwrap();
    let _ = writer.finish();
    assert_eq!(Studio::new().render(&bomb, "image/png"), Err(Failure::TooLarge));
}

#[test]
fn a_jpeg_that_declares_too_many_pixels_is_refused_by_its_header() {
    let mut bytes = samples::jpeg();
    let frame = bytes.windows(2).position(|mark| mark == [0xff, 0xc0]).unwrap();
    bytes[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xdc, 0xff, 0xdc]);
    assert_eq!(Studio::new().render(&bytes, "image/jpeg"), Err(Failure::TooLarge));
}

#[test]
fn a_picture_under_a_wrong_type_is_malformed() {
    assert!(is_malformed(&Studio::new().render(&samples::jpeg(), "image/png")));
    assert!(is_malformed(&Studio::new().render(&samples::encoded(ImageFormat::Png), "image/jpeg")));
    assert!(is_malformed(&Studio::new().render(&samples::encoded(ImageFormat::Png), "text/plain")));
}

#[test]
fn scripts_and_outside_references_of_a_drawing_are_ignored() {
    let studio = Studio::new();
    let secret = studio.folder.path().join("secret.png");
    std::fs::write(&secret, samples::encoded(ImageFormat::Png)).unwrap();
    let source = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="40"
            onload="alert(1)"><script>while(true){{}}</script><style>@import url("http://127.0.0.1:9/x.css");</style>
            <image href="{}" width="64" height="40"/><image xlink:href="file://{}" width="64" height="40"/>
            <image href="http://127.0.0.1:9/x.png" width="64" height="40"/>
            <foreignObject width="64" height="40"><iframe src="file:///etc/passwd"/></foreignObject></svg>"##,
        secret.display(),
        secret.display()
    );
    let rendered = studio.render(source.as_bytes(), "image/svg+xml").unwrap();
    assert_eq!(colour_at(&open(&rendered.large), 25, 50)[3], 0, "an outside picture was drawn");
}

#[test]
fn an_embedded_picture_of_a_drawing_is_drawn() {
    let source = r##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image width="10" height="10"
        href="data:image/svg+xml;utf8,&lt;svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>&lt;rect width='10' height='10' fill='red'/>&lt;/svg>"/></svg>"##;
    let studio = Studio::new();
    let rendered = studio.render(source.as_bytes(), "image/svg+xml").unwrap();
    assert_eq!(colour_at(&open(&rendered.large), 50, 50)[3], 255);
}

#[test]
fn a_billion_laughs_are_refused() {
    let mut entities = String::from(r#"<!ENTITY l0 "lol">"#);
    for n in 1..12 {
        entities += &format!(r#"<!ENTITY l{n} "{}">"#, format!("&l{};", n - 1).repeat(10));
    }
    let source = format!(
        r#"<!DOCTYPE svg [{entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&l11;</text></svg>"#
    );
    assert!(is_malformed(&Studio::new().render(source.as_bytes(), "image/svg+xml")));
}

#[test]
fn an_entity_cannot_read_a_file() {
    let source = br#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
        <svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30" font-size="30">&x;</text></svg>"#;
    let studio = Studio::new();
    if let Ok(rendered) = studio.render(source, "image/svg+xml") {
        let ink = open(&rendered.large).to_rgba8().pixels().filter(|pixel| pixel[3] > 0).count();
        assert_eq!(ink, 0, "the entity was read");
    }
}

#[test]
fn a_document_that_contains_itself_ends() {
    let loops = [
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R>>",
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>>>endobj\n\
         4 0 obj<</Length 4>>stream\n/A Do\nendstream endobj\n\
         5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 99 99]/Length 10/Resources<</XObject<</A 5 0 R>>>>>>stream\n/A Do /A Do\nendstream endobj\n\
         trailer<</Root 1 0 R>>",
        "%PDF-1.4\n1 0 obj 1 0 R endobj\ntrailer<</Root 1 0 R>>",
    ];
    for source in loops {
        // By itself, before it is stopped.
        let outcome = Studio::new().render(source.as_bytes(), "application/pdf");
        assert!(!matches!(outcome, Err(Failure::Unavailable(_) | Failure::TimedOut)), "{outcome:?}");
    }
}

#[test]
fn a_page_of_absurd_size_is_refused_or_small() {
    for (width, height) in [(1e9, 1e9), (0.0, 10.0), (1e-3, 1e-3), (14_400.0, 1.0)] {
        let outcome = Studio::new().render(&samples::pdf(1, width, height), "application/pdf");
        assert!(
            matches!(outcome, Ok(_) | Err(Failure::TooLarge | Failure::Malformed(_))),
            "{width} × {height}: {outcome:?}"
        );
    }
}

/// A program that never ends: it must end with the job.
#[test]
fn an_endless_program_is_killed_together_with_the_tool_that_runs_it() {
    let mut studio = Studio::new();
    studio.worker.limits.wall = Duration::from_secs(2);
    let outcome = studio.render(b"%!PS-Adobe-3.0\n{ } loop\n", "application/postscript");
    if outcome == Err(Failure::NeedsTool(previews::Tool::Ghostscript)) {
        return;
    }
    assert_eq!(outcome, Err(Failure::TimedOut));
    let marker = studio.out().display().to_string();
    let is_alive = || {
        std::fs::read_dir("/proc").unwrap().filter_map(Result::ok).any(|process| {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&marker)
        })
    };
    // It has its signal; the kernel takes a moment to end it.
    let told = Instant::now();
    while is_alive() {
        assert!(told.elapsed() < Duration::from_secs(60), "Ghostscript runs on"); // time: the limit of waiting
    }
}
