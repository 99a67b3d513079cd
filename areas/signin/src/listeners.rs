//! What this room does when something happens below it.

use accounts::CredentialsChanged;
use db::Tx;
use events::Listener;

use crate::session::store as sessions;
use crate::{link, provider};

pub(crate) fn listeners() -> Vec<Listener> {
    vec![Listener::to(end_what_was_begun), Listener::to(provider::forget_place)]
}

/// New credentials end the user's sessions and every link that was mailed to them.
fn end_what_was_begun(tx: &mut Tx<'_>, CredentialsChanged { user, kept }: &CredentialsChanged) -> db::Result<()> {
    link::withdraw_all(tx, *user)?;
    match kept {
        Some(session) => sessions::end_others(tx, *user, *session),
        None => sessions::end_all(tx, *user),
    }
}
