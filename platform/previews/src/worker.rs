//! The parent process: it starts a confined child for one file, waits no longer than the limit, and trusts only a
//! complete reply.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use serde::de::DeserializeOwned;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::protocol::{Reply, Report, Request, Size, Task};
use crate::{LARGE, SMALL, SUBCOMMAND};

/// A reply is far shorter; a child that writes more is not trusted.
const LONGEST_REPLY: u64 = 32 * 1024;

/// The executable to start, and the limits of its child.
#[derive(Debug, Clone)]
pub struct Worker {
    executable: PathBuf,
    pub limits: Limits,
}

#[derive(Debug, Clone)]
pub struct Limits {
    /// From start to kill.
    pub wall: Duration,
    pub cpu_seconds: u64,
    /// Address space of the child; half of it may be one decoded picture.
    pub memory_bytes: u64,
    /// Refused from the header, before decoding.
    pub max_pixels: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(20),
            cpu_seconds: 20,
            memory_bytes: 1024 * 1024 * 1024,
            max_pixels: 268_000_000,
        }
    }
}

impl Limits {
    /// The limits of a first try: enough for nearly every file. Files that need more are tried again in the background.
    pub fn hasty(&self) -> Self {
        Self { wall: self.wall / 4, cpu_seconds: (self.cpu_seconds / 10).max(1), ..self.clone() }
    }
}

impl Worker {
    /// The running executable: correct even after an upgrade replaced its file.
    pub fn current() -> Self {
        Self::at("/proc/self/exe")
    }

    pub fn at(executable: impl Into<PathBuf>) -> Self {
        Self { executable: executable.into(), limits: Limits::default() }
    }
}

/// The previews of one file and the facts that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// WebP, within [`SMALL`].
    pub small: PathBuf,
    /// WebP, within [`LARGE`].
    pub large: PathBuf,
    /// The size of the source in pixels, upright; of a PDF's first page in points, of the drawing for a text.
    pub width: u32,
    pub height: u32,
    /// The source is no pixels (a PDF, a drawing, a text): it is sharp at every size.
    pub scales: bool,
    /// Of a PDF, and of a TIFF that has several.
    pub pages: Option<u32>,
    /// Thumbhash, base64 with padding.
    pub placeholder: String,
    /// The leading colours: the sum of their bits.
    pub colours: u16,
    /// Pictures that look alike differ in few of its bits. 0: it looks like nothing.
    pub likeness: u64,
    /// EXIF capture time, seconds since 1970; taken as UTC where the camera gave no offset.
    pub taken_at: Option<i64>,
    /// The kernel denied the decoder every file but its output.
    pub confined: bool,
}

/// Both previews of `input`, written to `out_dir` (made if absent) as `small.webp` and `large.webp`. Blocks.
pub fn render(worker: &Worker, input: &Path, mime: &str, out_dir: &Path) -> Result<Rendered, Failure> {
    let sizes = [(LARGE, "large.webp"), (SMALL, "small.webp")];
    draw(worker, input, mime, out_dir, &sizes)
}

/// One preview within other bounds, written as `one.webp`: `small` and `large` name the same file.
pub fn render_one(
    worker: &Worker,
    input: &Path,
    mime: &str,
    out_dir: &Path,
    bounds: Bounds,
) -> Result<Rendered, Failure> {
    draw(worker, input, mime, out_dir, &[(bounds, "one.webp")])
}

type Wanted<'w> = (Bounds, &'w str);

fn draw(worker: &Worker, input: &Path, mime: &str, out_dir: &Path, sizes: &[Wanted<'_>]) -> Result<Rendered, Failure> {
    let task = Task::Preview(sizes.iter().map(|&(bounds, file)| Size { bounds, file: file.to_owned() }).collect());
    let report = run::<Report>(worker, input, mime, out_dir, task).inspect_err(|_| leave_none(out_dir, sizes))?;
    let written = |&(_, file): &Wanted<'_>| out_dir.join(file);
    let (Some(large), Some(small)) = (sizes.first().map(written), sizes.last().map(written)) else {
        return Err(Failure::unavailable("no size asked"));
    };
    Ok(Rendered {
        small,
        large,
        width: report.width,
        height: report.height,
        scales: report.scales,
        pages: report.pages,
        placeholder: report.placeholder,
        colours: report.colours,
        likeness: report.likeness,
        taken_at: report.taken_at,
        confined: report.confined,
    })
}

/// What a child answers that does `task` with `input`; it writes to `out_dir`.
pub(crate) fn run<T: DeserializeOwned>(
    worker: &Worker,
    input: &Path,
    mime: &str,
    out_dir: &Path,
    task: Task,
) -> Result<T, Failure> {
    if !crate::supports(mime) {
        return Err(Failure::Unsupported);
    }
    let source = File::open(input).map_err(Failure::unavailable)?;
    fs::create_dir_all(out_dir).map_err(Failure::unavailable)?;
    let request = Request {
        mime: mime.to_owned(),
        out_dir: fs::canonicalize(out_dir).map_err(Failure::unavailable)?,
        task,
        max_pixels: worker.limits.max_pixels,
        memory_bytes: worker.limits.memory_bytes,
        cpu_seconds: worker.limits.cpu_seconds,
    };
    ask(worker, source, &request)?
}

/// A child that was stopped has not cleaned up: a tool's unfinished page may be left.
fn leave_none(out_dir: &Path, sizes: &[Wanted<'_>]) {
    for left in fs::read_dir(out_dir).into_iter().flatten().flatten() {
        if !sizes.iter().any(|(_, file)| left.file_name() == *file) {
            // A file that cannot be removed is deleted with the folder.
            let _ = fs::remove_file(left.path());
        }
    }
}

fn ask<T: DeserializeOwned>(worker: &Worker, source: File, request: &Request) -> Result<Reply<T>, Failure> {
    let request = serde_json::to_string(request).map_err(Failure::unavailable)?;
    let mut child = Command::new(&worker.executable)
        .arg(SUBCOMMAND)
        .arg(request)
        .env_clear()
        .stdin(source)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // A process group of its own, so that a tool it started ends with it.
        .process_group(0)
        .spawn()
        .map_err(Failure::unavailable)?;
    let status = match await_exit(&mut child, worker.limits.wall) {
        Ok(Some(status)) => status,
        Ok(None) => return Err(end(child, Failure::TimedOut)),
        Err(error) => return Err(end(child, Failure::unavailable(error))),
    };
    let reply = child.stdout.take().and_then(|pipe| drain(pipe).ok()).unwrap_or_default();
    judge(status, &reply)
}

/// `None` when the limit came first.
fn await_exit(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    let handle = pidfd_open(Pid::from_child(child), PidfdFlags::empty())?;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&timeout)) {
            Ok(0) => return Ok(None),
            Ok(_) => return child.wait().map(Some),
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
    }
}

/// What is in the pipe, without waiting for more: a child that has exited wrote its whole reply. The pipe may seem open
/// still, because a child that another thread is starting holds a copy of the writing end until it runs its own program.
fn drain(pipe: impl Read + AsFd) -> io::Result<Vec<u8>> {
    rustix::fs::fcntl_setfl(&pipe, rustix::fs::OFlags::NONBLOCK)?;
    let mut reply = Vec::new();
    match pipe.take(LONGEST_REPLY).read_to_end(&mut reply) {
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
        _ => Ok(reply),
    }
}

fn judge<T: DeserializeOwned>(status: ExitStatus, reply: &[u8]) -> Result<Reply<T>, Failure> {
    // SIGXCPU and, past the hard limit, SIGKILL: the CPU limit. Our wall-clock limit is handled above.
    if matches!(status.signal(), Some(9 | 24)) {
        return Err(Failure::TimedOut);
    }
    if !status.success() {
        return Err(Failure::Crashed);
    }
    serde_json::from_slice(reply).map_err(|_| Failure::Crashed)
}

fn end(mut child: Child, failure: Failure) -> Failure {
    // Both fail only for a child that is already gone.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let _ = child.wait();
    failure
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_reply_is_read_whole_while_somebody_else_holds_the_writing_end() {
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"a reply").unwrap();
        assert_eq!(drain(&reader).unwrap(), b"a reply");
        drop(writer);
    }
}
