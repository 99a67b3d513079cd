//! E-mails that people send to each other through the server: a message, and word of something shared.
//!
//! Neither makes the server a relay for strangers' mail: a message goes to people one sees, word of a share
//! carries an address of this installation and nothing else that is linked, and both are counted.

mod outbox;
mod room;
mod send_message;
mod send_share_message;
mod sender;

use std::sync::Arc;

pub use self::room::room;

use accounts::Accounts;
use authz::Gate;
use db::Db;
use primitives::{Clock, UserId};
use rest::{Rate, Routes, routes};

/// Where people reach the server, without a slash at the end; given by the program.
#[derive(Clone, Debug)]
pub struct PublicUrl(pub String);

/// Clones share everything.
#[derive(Clone)]
pub struct Notifications {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) accounts: Accounts,
    pub(crate) public_url: Arc<str>,
    pub(crate) emails: Arc<Rate<UserId>>,
}

impl Notifications {
    /// `public_url` is where people reach the server, without a slash at the end.
    pub fn new(db: Db, clock: Clock, accounts: Accounts, public_url: &str) -> Self {
        // A hundred e-mails at once, then one in thirty seconds.
        Self { db, clock, accounts, public_url: public_url.into(), emails: Arc::new(Rate::new(100, 30)) }
    }
}

pub fn routes(notifications: &Notifications) -> Routes {
    Routes::default()
        .route(Gate::SignedIn, routes!(send_message::send_message))
        .route(Gate::SignedIn, routes!(send_share_message::send_share_message))
        .with_state(notifications.clone())
}
