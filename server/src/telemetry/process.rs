//! The resources that this process uses, according to the kernel.

use std::fs;

use super::names;
use super::recorder::Recorder;

const PAGE: f64 = 4096.0;
/// Parts of a second in which `/proc` counts processor time: 100 on every current Linux.
const TICKS: f64 = 100.0;

/// If the kernel does not report a value, it is left out.
pub fn look(recorder: &Recorder) {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is the program's name, which may have spaces: the wanted fields come after its bracket.
    let fields: Vec<f64> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().map(number).collect();
    let field = |at: usize| fields.get(at - 3).copied();
    let told = [
        (names::CPU, field(14).zip(field(15)).map(|(user, system)| (user + system) / TICKS)),
        (names::THREADS, field(20)),
        (names::STARTED, field(22).zip(booted()).map(|(ticks, boot)| boot + ticks / TICKS)),
        (names::MEMORY, field(24).map(|pages| pages * PAGE)),
        (names::HANDLES, fs::read_dir("/proc/self/fd").ok().map(|open| open.count() as f64)),
        (names::MOST_HANDLES, most_handles()),
    ];
    for (name, value) in told {
        if let Some(value) = value {
            recorder.set(name, &[], value);
        }
    }
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

fn booted() -> Option<f64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

fn most_handles() -> Option<f64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
