//! How a room enqueues an e-mail.

use db::Tx;
use jobs::NewJob;
use primitives::{Seconds, random_hex};
use serde_json::json;

use crate::message::Message;
use crate::{deliver, store};

/// Puts the e-mail into the queue. It is sent if, and only if, the transaction is committed.
pub fn enqueue(tx: &mut Tx<'_>, message: &Message, now: Seconds) -> db::Result<()> {
    let id = store::insert(tx, message, &random_hex(16), now)?;
    jobs::enqueue(tx, &NewJob::due(deliver::NAME, &json!({ "message": id }), now)).map(|_| ())
}
