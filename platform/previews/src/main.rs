//! The preview worker alone: tests start it, and so may a server that wants a smaller child process than itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    previews::worker_main()
}
