//! What this room does when something happens below it.

use ::events::Listener;
use db::Tx;

use crate::administration::deletion_blocker::enrol;
use crate::events::CredentialsChanged;
use crate::session::store as sessions;
use crate::{link, provider};

pub(crate) fn listeners() -> Vec<Listener> {
    vec![Listener::to(enrol), Listener::to(end_what_was_begun), Listener::to(provider::forget_place)]
}

/// New credentials end the user's sessions and every link that was mailed to them.
fn end_what_was_begun(tx: &mut Tx<'_>, CredentialsChanged { user, kept }: &CredentialsChanged) -> db::Result<()> {
    link::withdraw_all(tx, *user)?;
    match kept {
        Some(session) => sessions::end_others(tx, *user, *session),
        None => sessions::end_all(tx, *user),
    }
}
