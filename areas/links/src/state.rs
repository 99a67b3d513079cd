//! The state and configuration of this room.

use std::sync::Arc;

use accounts::Accounts;
use content::Content;
use db::Db;
use media::Media;
use primitives::Clock;
use rates::Rates;
use secrets::{Column, Secrets};

use crate::counts::Counts;
use crate::limits::Limits;
use crate::turns::{ArchiveTurns, ReceivingTurns};

/// The tokens are read again, for their makers.
pub(crate) const TOKENS: Column = Column { table: "links_link", column: "token", row: "link_id" };

/// Clones share everything.
#[derive(Clone)]
pub struct Links {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) accounts: Accounts,
    pub(crate) content: Content,
    pub(crate) media: Media,
    pub(crate) secrets: Secrets,
    pub(crate) counts: Counts,
    pub(crate) limits: Arc<Limits>,
    /// What all processes count together.
    pub(crate) rates: Rates,
    pub(crate) turns: ArchiveTurns,
    pub(crate) receiving: ReceivingTurns,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Mark cookies `Secure`: for installations that people reach by https.
    pub secure_cookie: bool,
    /// Where people reach the server, without a slash at the end.
    pub public_url: String,
}

impl Config {
    /// The path of the public address, without a slash at the end: cookies apply below it.
    pub(crate) fn base_path(&self) -> &str {
        rest::base_path(&self.public_url)
    }
}
