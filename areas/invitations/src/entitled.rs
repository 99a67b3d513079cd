//! An invitation is valid only while its maker may make it: this is checked when it is answered, and it is withdrawn
//! when the maker loses the right.

use accounts::{RightsLost, may_invite};
use db::{Conn, Tx};
use signin::link::{self, Purpose};

use crate::store::{self, Found};

/// The maker of the invitation is active and may still make it.
pub(crate) fn is_entitled(conn: &mut Conn<'_>, found: &Found) -> db::Result<bool> {
    let maker = accounts::find_actor(conn, found.by)?;
    Ok(maker.is_some_and(|maker| may_invite(&maker, &found.place)))
}

/// Withdraws the open invitations of a user that they may no longer make.
pub(crate) fn withdraw_unentitled(tx: &mut Tx<'_>, lost: &RightsLost) -> db::Result<()> {
    for found in store::open_of(tx, lost.user, lost.at)? {
        if !is_entitled(tx, &found)? && store::end(tx, found.id, None, lost.at)? {
            link::withdraw(tx, &Purpose::Invitation(found.id))?;
            audit::record(tx, lost.author, found.act("invitation_revoke"), lost.at);
        }
    }
    Ok(())
}
