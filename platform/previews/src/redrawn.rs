//! Redraws a picture that a user sent to be shown to others: the output is our own encoding, and nothing else of the
//! file is kept.

use std::fs;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::worker::{Worker, render_one};

/// More bytes do not help to recognise a file's kind.
const HEAD: usize = 8192;

/// Returns `bytes` as a WebP with a long edge of at most `edge`, if their kind is one of `kinds`, whatever their name
/// is. Blocks.
pub fn redrawn(worker: &Worker, bytes: &[u8], kinds: &[&str], edge: u32) -> Result<Vec<u8>, Failure> {
    let kind = crate::sniff(&bytes[..bytes.len().min(HEAD)], "");
    if !kinds.contains(&kind) {
        return Err(Failure::Unsupported);
    }
    let bench = tempfile::tempdir().map_err(Failure::unavailable)?;
    let input = bench.path().join("sent");
    fs::write(&input, bytes).map_err(Failure::unavailable)?;
    let drawn = render_one(worker, &input, kind, &bench.path().join("drawn"), Bounds::square(edge))?;
    fs::read(drawn.large).map_err(Failure::unavailable)
}
