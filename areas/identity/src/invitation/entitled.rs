//! An invitation is valid only while its maker may make it: this is checked when it is answered, and it is withdrawn
//! when the maker loses the right.

use audit::Author;
use db::{Conn, Tx};
use primitives::{Seconds, SessionId, UserId};

use crate::administration::external;
use crate::invitation::place::may_invite;
use crate::invitation::store::{self, Found};
use crate::link::{self, Purpose};
use crate::{Result, store as rows};

/// The maker of the invitation is active and may still make it.
pub(crate) fn is_entitled(conn: &mut Conn<'_>, found: &Found) -> db::Result<bool> {
    let maker = rows::actors::find(conn, found.by, SessionId(0))?;
    Ok(maker.is_some_and(|maker| may_invite(&maker, &found.place)))
}

/// Withdraws the open invitations of `maker`, of people and of companies, that they may no longer make. To be called
/// after a user has lost rights.
pub(crate) fn withdraw_unentitled(tx: &mut Tx<'_>, by: impl Into<Author>, maker: UserId, now: Seconds) -> Result<()> {
    let by = by.into();
    for found in store::open_of(tx, maker, now)? {
        if !is_entitled(tx, &found)? && store::end(tx, found.id, None, now)? {
            link::withdraw(tx, &Purpose::Invitation(found.id))?;
            audit::record(tx, by, found.act("invitation_revoke"), now);
        }
    }
    let companies = tenancy::open_invitations_by(tx, maker)?;
    external::entitled::withdraw_unentitled(tx, by, companies, now)
}
