//! `vitrine`: see `vitrine help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    vitrine::run()
}
