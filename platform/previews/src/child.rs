//! The child process: it first gives up its rights, then decodes standard input once, and shrinks the picture from size
//! to size.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

use crate::decode::{Drawn, Facts, decode};
use crate::failure::Failure;
use crate::format::Format;
use crate::frame::Wanted;
use crate::protocol::{Reply, Report, Request, Size, Task};
use crate::{colours, confine, converted, encode, input, likeness, orient, placeholder, profile, shrink};

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

fn draw(request: &Request, sizes: &[Size], confined: bool) -> Reply<Report> {
    let largest = sizes.first().map(|size| size.bounds).ok_or_else(|| Failure::unavailable("no size asked"))?;
    let (format, input, budget) = input::source(request, Wanted::Within(largest))?;
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
    let likeness = likeness::of(picture.clone())?;
    let placeholder = placeholder::of(picture)?;
    let (width, height) = orient::upright_size(facts.width, facts.height, orientation);
    let Facts { scales, pages, taken_at, .. } = facts;
    Ok(Report { width, height, scales, pages, placeholder, colours, likeness, taken_at, confined })
}
