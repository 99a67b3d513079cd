//! The e-mails of this room.

use db::Tx;
use mail::{Addressee, Texts, Word};
use primitives::Seconds;

use crate::Email;

pub(crate) const WELCOME: Texts = mail::texts!("welcome");
const EMAIL_CHANGED: Texts = mail::texts!("email_changed");

/// Tells a user at their former address that they have a new one.
pub fn announce_new_email(tx: &mut Tx<'_>, former: &Addressee, new: &Email, now: Seconds) -> db::Result<()> {
    EMAIL_CHANGED.enqueue(tx, former, &[("new", Word::Plain(new.as_str().to_owned()))], now)
}
