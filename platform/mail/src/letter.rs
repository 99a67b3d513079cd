//! A letter, and how a room posts it.

use db::Tx;
use jobs::NewJob;
use primitives::{Seconds, random_hex};
use serde_json::json;

use crate::{deliver, store};

/// One letter to one person. Its words come from a `Template`, so that they are clean already.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    pub to: String,
    pub to_name: Option<String>,
    /// Whom an answer reaches; without it, the installation's own address.
    pub reply_to: Option<String>,
    pub subject: String,
    pub plain: String,
    pub html: String,
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Letter(…)")
    }
}

/// Puts the letter into the queue: it leaves if, and only if, the transaction is committed.
pub fn post(tx: &mut Tx<'_>, letter: &Letter, now: Seconds) -> db::Result<()> {
    let id = store::insert(tx, letter, &random_hex(16), now)?;
    jobs::enqueue(tx, &NewJob::due(deliver::NAME, &json!({ "letter": id }), now)).map(|_| ())
}
