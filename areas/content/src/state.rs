//! The state and configuration of this room.

use std::path::PathBuf;
use std::sync::Arc;

use db::Db;
use primitives::{Clock, Seconds, UserId};
use rest::Rate;
use room::Acts;
use storage::Storage;

use crate::archives::state::Archives;
use crate::entries::counts::Counted;
use crate::uploads::locks::Uploads;

#[derive(Clone)]
pub struct Content {
    pub db: Db,
    pub clock: Clock,
    /// Shared, because each request has a copy of this state.
    pub config: Arc<Config>,
    pub storage: Storage,
    pub uploads: Uploads,
    pub(crate) counted: Counted,
    pub(crate) archives: Archives,
    /// How often people who would see something are told.
    pub(crate) offers: Arc<Rate<UserId>>,
    /// What menus of entries choose from.
    pub acts: Acts,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Seconds that entries stay in the bin.
    pub bin_keeps: Seconds,
    /// Uploads that receive nothing are swept after this many seconds; ended ones are remembered as long.
    pub staging_keeps: Seconds,
    /// The largest file, in bytes.
    pub max_file_bytes: u64,
    /// Uploads that one person may have open at once.
    pub most_open: i64,
    /// The folder of partial uploads.
    pub partial_uploads: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bin_keeps: 30 * 86_400,
            staging_keeps: 86_400,
            max_file_bytes: 1 << 40,
            most_open: 1000,
            partial_uploads: PathBuf::from("partial_uploads"),
        }
    }
}
