//! The child ends at its limits, and the parent learns why.

use std::time::Duration;

use previews::{Failure, Worker};

use crate::samples;
use crate::studio::Studio;

/// Octaves of noise over a large area, six times: many seconds of work in a few hundred bytes.
const ENDLESS: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1280"><filter id="f" x="0" y="0"
    width="1" height="1"><feTurbulence baseFrequency="0.9" numOctaves="18"/></filter>
    <g id="g"><rect width="1280" height="1280" filter="url(#f)"/></g>
    <use href="#g"/><use href="#g"/><use href="#g"/><use href="#g"/><use href="#g"/></svg>"##;

#[test]
fn a_slow_file_is_killed_at_the_wall_clock_limit() {
    let mut studio = Studio::new();
    studio.worker.limits.wall = Duration::from_millis(300);
    studio.worker.limits.cpu_seconds = 3600;
    assert_eq!(studio.render(ENDLESS.as_bytes(), "image/svg+xml"), Err(Failure::TimedOut));
}

#[test]
fn a_slow_file_is_killed_at_the_cpu_limit() {
    let mut studio = Studio::new();
    studio.worker.limits.cpu_seconds = 1;
    assert_eq!(studio.render(ENDLESS.as_bytes(), "image/svg+xml"), Err(Failure::TimedOut));
}

/// A tool may have begun to write when it is stopped.
#[test]
fn a_file_that_takes_too_long_leaves_nothing() {
    let mut studio = Studio::new();
    studio.worker.limits.wall = Duration::from_secs(2);
    let endless = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 16 10\n0 0 8 10 rectfill\nshowpage\n{} loop\n";
    let outcome = studio.render(endless, "application/postscript");
    assert!(matches!(outcome, Err(Failure::TimedOut | Failure::NeedsTool(_))), "{outcome:?}");
    let left: Vec<_> = std::fs::read_dir(studio.out()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn no_child_outlives_its_render() {
    let mut studio = Studio::new();
    studio.worker.limits.wall = Duration::from_millis(200);
    let marker = studio.out().display().to_string();
    assert_eq!(studio.render(ENDLESS.as_bytes(), "image/svg+xml"), Err(Failure::TimedOut));
    let alive = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok).any(|process| {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&marker)
    });
    assert!(!alive);
}

#[test]
fn a_picture_beyond_the_memory_budget_is_refused() {
    let bytes = samples::written(samples::halves(4000, 3000).into(), image::ImageFormat::Png);
    let mut studio = Studio::new();
    studio.worker.limits.memory_bytes = 64 * 1024 * 1024;
    assert_eq!(studio.render(&bytes, "image/png"), Err(Failure::TooLarge));
}

/// 240 nested layers of 1.6 MiB each: the memory they need is known only when they are drawn.
#[test]
fn memory_beyond_the_limit_ends_the_child_and_nothing_else() {
    let mut studio = Studio::new();
    studio.worker.limits.memory_bytes = 96 * 1024 * 1024;
    let filters: String = (0..240).map(|n| format!(r#"<g filter="url(#f{n})">"#)).collect();
    let definitions: String =
        (0..240).map(|n| format!(r#"<filter id="f{n}"><feGaussianBlur stdDeviation="1"/></filter>"#)).collect();
    let source = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1280"><defs>{definitions}</defs>{filters}<rect width="1280" height="1280"/>{}</svg>"#,
        "</g>".repeat(240)
    );
    assert_eq!(studio.render(source.as_bytes(), "image/svg+xml"), Err(Failure::Crashed));
    assert!(studio.render(&samples::jpeg(), "image/jpeg").is_ok(), "the next file is rendered in the same limits");
}

#[test]
fn a_pixel_limit_is_kept() {
    let mut studio = Studio::new();
    studio.worker.limits.max_pixels = 1000;
    assert_eq!(studio.render(&samples::jpeg(), "image/jpeg"), Err(Failure::TooLarge));
}

#[test]
fn a_worker_that_is_no_worker_is_a_crash_and_a_missing_one_is_unavailable() {
    let mut studio = Studio::new();
    studio.worker = Worker::at("/bin/false");
    assert_eq!(studio.render(&samples::jpeg(), "image/jpeg"), Err(Failure::Crashed));
    studio.worker = Worker::at("/bin/true");
    assert_eq!(studio.render(&samples::jpeg(), "image/jpeg"), Err(Failure::Crashed));
    studio.worker = Worker::at("/nowhere/worker");
    assert!(matches!(studio.render(&samples::jpeg(), "image/jpeg"), Err(Failure::Unavailable(_))));
}

#[test]
fn a_missing_input_is_not_held_against_the_file() {
    let studio = Studio::new();
    let outcome = previews::render(&studio.worker, &studio.folder.path().join("gone"), "image/png", &studio.out());
    assert!(matches!(outcome, Err(Failure::Unavailable(_))));
}
