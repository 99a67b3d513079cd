//! The state and configuration of this room.

use std::path::PathBuf;
use std::time::Duration;

use db::Db;
use primitives::{Clock, Seconds};
use room::Acts;

use crate::{Owner, Roots, Uploads};

#[derive(Clone)]
pub struct Content {
    pub db: Db,
    pub clock: Clock,
    pub config: Config,
    pub uploads: Uploads,
    /// What menus of entries choose from.
    pub acts: Acts,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Seconds that entries stay in the bin.
    pub bin_keeps: Seconds,
    /// Uploads that receive nothing are swept after this many seconds; ended ones are remembered as long.
    pub staging_keeps: Seconds,
    /// Bytes a second at which files are read again; 0 for never.
    pub scrub_pace: u64,
    /// Seconds after which each file is read again.
    pub scrub_every: Seconds,
    /// The largest file, in bytes.
    pub max_file_bytes: u64,
    /// Uploads that one person may have open at once.
    pub most_open: i64,
    /// The folder of partial uploads.
    pub partial_uploads: PathBuf,
    /// The folders of the host in which file servers are allowed.
    pub roots: Roots,
    /// A request waits this long for a change on disk.
    pub disk_wait: Duration,
    /// The identity of this process towards others that use the same disks.
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
            disk_wait: Duration::from_secs(10),
            owner: Owner::this_process(),
        }
    }
}
