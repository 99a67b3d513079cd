//! The preview worker alone: what the tests start, and a server that wants a leaner child than itself may.

use std::process::ExitCode;

fn main() -> ExitCode {
    previews::worker_main()
}
