//! The parts of an installation.

use clap::ValueEnum;

/// What one process of an installation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    All,
    /// The API, the socket and the web app.
    Api,
    /// Uploads and downloads only: for the host that owns the disk.
    File,
    /// Jobs only.
    Work,
}
