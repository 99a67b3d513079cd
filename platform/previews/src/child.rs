//! The child process: it first gives up its rights, then decodes standard input once, and shrinks the picture from size
//! to size.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsFd;
use std::process::ExitCode;

use serde::Serialize;

use crate::decode::{Budget, Drawn, Facts, decode};
use crate::failure::Failure;
use crate::format::Format;
use crate::frame::Wanted;
use crate::protocol::{Reply, Report, Request, Size, Task};
use crate::{colours, confine, converted, encode, orient, placeholder, profile, shrink};

/// The hidden subcommand. It reads its request from the second argument and the file from standard input, and prints
/// one line. A failure caused by the file is a reply too; only a broken worker exits with an error.
pub fn worker_main() -> ExitCode {
    let request = std::env::args().nth(2).and_then(|json| serde_json::from_str::<Request>(&json).ok());
    let Some(request) = request else {
        return ExitCode::from(2);
    };
    let confined = confine::give_up_rights(&request, tools_of(&request)).map_err(Failure::unavailable);
    let printed = match &request.task {
        Task::Preview(sizes) => print(&confined.and_then(|confined| draw(&request, sizes, confined))),
        Task::Convert(wanted) => print(&confined.and_then(|_| converted::convert(&request, wanted))),
    };
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Only formats that an external tool draws may start one.
fn tools_of(request: &Request) -> bool {
    Format::of(&request.mime) == Some(Format::PostScript)
}

fn print<T: Serialize>(reply: &Reply<T>) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(reply)?;
    line.push(b'\n');
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&line)?;
    stdout.flush()
}

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

fn draw(request: &Request, sizes: &[Size], confined: bool) -> Reply<Report> {
    let largest = sizes.first().map(|size| size.bounds).ok_or_else(|| Failure::unavailable("no size asked"))?;
    let (format, input, budget) = source(request, Wanted::Within(largest))?;
    let Drawn { picture, facts, orientation, icc } = decode(format, input, &budget)?;

    let source = if facts.scales { (picture.width, picture.height) } else { (facts.width, facts.height) };
    let mut picture = shrink::in_shape_of(picture, largest, source)?;
    picture = profile::to_srgb(picture, icc.as_deref());
    picture = orient::upright(picture, orientation);
    let upright = orient::upright_size(source.0, source.1, orientation);
    for size in sizes {
        picture = shrink::in_shape_of(picture, size.bounds, upright)?;
        fs::write(request.out_dir.join(&size.file), encode::webp(&picture)?).map_err(Failure::unavailable)?;
    }
    let colours = colours::leading(picture.clone())?;
    let placeholder = placeholder::of(picture)?;
    let (width, height) = orient::upright_size(facts.width, facts.height, orientation);
    let Facts { scales, pages, taken_at, .. } = facts;
    Ok(Report { width, height, scales, pages, placeholder, colours, taken_at, confined })
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
