//! What this room works with.

use std::path::PathBuf;

use db::Db;
use primitives::{Clock, Seconds};

use crate::{Owner, Roots, Uploads};

#[derive(Clone)]
pub struct Content {
    pub db: Db,
    pub clock: Clock,
    pub config: Config,
    pub uploads: Uploads,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Entries stay in the bin for so many seconds.
    pub bin_keeps: Seconds,
    /// Uploads that nothing is sent to are swept after so many seconds; those that ended are known as long.
    pub staging_keeps: Seconds,
    /// Bytes a second at which files are read again; 0 for never.
    pub scrub_pace: u64,
    /// Each file is read again after so many seconds.
    pub scrub_every: Seconds,
    /// The largest file, in bytes.
    pub max_file_bytes: u64,
    /// Uploads that one person may have open at once.
    pub most_open: i64,
    /// Where partial uploads of files wait that are sent beside each other.
    pub partial_uploads: PathBuf,
    /// Below which folders of the host file servers may lie.
    pub roots: Roots,
    /// Who this process is, to others that work at the same disks.
    pub owner: Owner,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bin_keeps: 30 * 86_400,
            staging_keeps: 86_400,
            scrub_pace: 8 << 20,
            scrub_every: 30 * 86_400,
            max_file_bytes: 1 << 40,
            most_open: 1000,
            partial_uploads: PathBuf::from("partial_uploads"),
            roots: Roots::default(),
            owner: Owner::this_process(),
        }
    }
}
