//! What every change of somebody's credentials brings with it: nothing that was begun with the old ones goes on.

use db::Tx;
use primitives::{SessionId, UserId};

use crate::{link, store};

/// Makes every open link of the user worthless and ends their sessions, except `kept`.
pub(crate) fn changed(tx: &mut Tx<'_>, user: UserId, kept: Option<SessionId>) -> db::Result<()> {
    link::withdraw_all(tx, user)?;
    match kept {
        Some(session) => store::sessions::end_others(tx, user, session),
        None => store::sessions::end_all(tx, user),
    }
}
