//! What the program says at a terminal.

use std::io::Write as _;

/// For the person at the terminal, not for the log. If nobody reads the output, the error is ignored.
pub(crate) fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").unwrap_or_default();
}
