//! What the child is given.

use std::fs::File;
use std::os::fd::AsFd;

use crate::decode::Budget;
use crate::failure::Failure;
use crate::format::Format;
use crate::frame::Wanted;
use crate::protocol::Request;

/// The file, and how to decode it.
pub(crate) fn source(request: &Request, wanted: Wanted) -> Result<(Format, File, Budget), Failure> {
    let format = Format::of(&request.mime).ok_or(Failure::Unsupported)?;
    let budget = Budget {
        wanted,
        max_pixels: request.max_pixels,
        max_bytes: request.memory_bytes / 2,
        out_dir: request.out_dir.clone(),
    };
    Ok((format, open_input()?, budget))
}

fn open_input() -> Result<File, Failure> {
    let input = std::io::stdin().as_fd().try_clone_to_owned().map(File::from).map_err(Failure::unavailable)?;
    match input.metadata() {
        Ok(facts) if facts.len() == 0 => Err(Failure::malformed("the file is empty")),
        Ok(facts) if !facts.is_file() => Err(Failure::unavailable("the input is not a file")),
        Ok(_) => Ok(input),
        Err(error) => Err(Failure::unavailable(error)),
    }
}
