//! E-mails: a room writes one in the transaction that causes it, and a job sends it.
//!
//! By default e-mails become files in a folder, for installations without a mail server; with a server they are sent by
//! SMTP. An e-mail is sent again only if it is unknown whether it was sent, and then keeps its `Message-ID`.

mod config;
mod deliver;
mod enqueue;
mod health;
mod html;
mod message;
mod paragraph;
mod posted;
mod recent;
mod relay;
mod room;
mod store;
mod template;
mod texts;
mod transport;

use std::sync::Arc;

use db::Db;
use primitives::Clock;

pub use self::room::{migrations, room};
pub use config::{Config, Delivery, Encryption, Secret, Smtp};
pub use enqueue::enqueue;
pub use health::Health;
pub use message::Message;
pub use posted::{MailState, Posted};
pub use template::{Template, Word};
pub use texts::{Addressee, Texts};
use transport::Transport;

/// Clones share everything.
#[derive(Clone)]
pub struct Mail {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) transport: Arc<Transport>,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A setting is wrong.
    #[error("the mail settings: {0}")]
    Settings(String),
}

impl Mail {
    pub fn open(db: Db, clock: Clock, config: &Config) -> Result<Self, Error> {
        Ok(Self { db, clock, transport: Arc::new(Transport::open(config)?) })
    }

    /// The jobs of this crate.
    pub fn jobs(&self) -> Vec<jobs::Kind> {
        vec![deliver::kind(self)]
    }

    /// Deletes e-mails that ended a month ago.
    pub async fn prune(&self) -> db::Result<u64> {
        let before = self.clock.now() - 30 * 86_400;
        self.db.write(move |tx| store::prune(tx, before)).await
    }
}
