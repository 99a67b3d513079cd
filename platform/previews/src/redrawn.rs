//! A picture that somebody sends to be shown to others, drawn anew: what comes out is of our own making, and nothing of
//! what else the file holds is kept.

use std::fs;

use crate::failure::Failure;
use crate::worker::{Worker, render_one};

/// Longer heads say nothing more of a file's kind.
const HEAD: usize = 8192;

/// `bytes` as a WebP with a long edge of at most `edge`, if their kind is one of `kinds`, whatever they are called. Blocks.
pub fn redrawn(worker: &Worker, bytes: &[u8], kinds: &[&str], edge: u32) -> Result<Vec<u8>, Failure> {
    let kind = crate::sniff(&bytes[..bytes.len().min(HEAD)], "");
    if !kinds.contains(&kind) {
        return Err(Failure::Unsupported);
    }
    let bench = tempfile::tempdir().map_err(Failure::unavailable)?;
    let input = bench.path().join("sent");
    fs::write(&input, bytes).map_err(Failure::unavailable)?;
    let drawn = render_one(worker, &input, kind, &bench.path().join("drawn"), edge)?;
    fs::read(drawn.large).map_err(Failure::unavailable)
}
