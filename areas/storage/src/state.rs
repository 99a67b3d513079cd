//! The state and configuration of this room.

use std::sync::Arc;
use std::time::Duration;

use db::Db;
use primitives::{Clock, Seconds};

use crate::{Owner, Roots};

#[derive(Clone)]
pub struct Storage {
    pub db: Db,
    pub clock: Clock,
    /// Shared, because each request has a copy of this state.
    pub config: Arc<Config>,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// The folders of the host in which file servers are allowed.
    pub roots: Roots,
    /// Bytes a second at which files are read again; 0 for never.
    pub scrub_pace: u64,
    /// Seconds after which each file is read again.
    pub scrub_every: Seconds,
    /// A request waits this long for a change on disk.
    pub disk_wait: Duration,
    /// The identity of this process towards others that use the same disks.
    pub owner: Owner,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            roots: Roots::default(),
            scrub_pace: 8 << 20,
            scrub_every: 30 * 86_400,
            disk_wait: Duration::from_secs(10),
            owner: Owner::this_process(),
        }
    }
}
