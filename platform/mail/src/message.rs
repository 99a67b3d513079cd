//! An e-mail, and how a room enqueues it.

use db::Tx;
use jobs::NewJob;
use primitives::{Seconds, random_hex};
use serde_json::json;

use crate::{deliver, store};

/// One e-mail to one person. Its text comes from a `Template`, which cleans it.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub to: String,
    pub to_name: Option<String>,
    /// The address for answers; without it, the installation's own address.
    pub reply_to: Option<String>,
    pub subject: String,
    pub plain: String,
    pub html: String,
}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Message(…)")
    }
}

/// Puts the e-mail into the queue. It is sent if, and only if, the transaction is committed.
pub fn enqueue(tx: &mut Tx<'_>, message: &Message, now: Seconds) -> db::Result<()> {
    let id = store::insert(tx, message, &random_hex(16), now)?;
    jobs::enqueue(tx, &NewJob::due(deliver::NAME, &json!({ "message": id }), now)).map(|_| ())
}
