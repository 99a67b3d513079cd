//! What ends when a user has lost rights.

use audit::Author;
use db::Tx;
use primitives::{Seconds, UserId};

use super::external;
use crate::Result;
use crate::events::RightsLost;

/// Withdraws the open invitations, of people and of companies, that the user may no longer make. To be called after they
/// have lost rights.
pub(crate) fn lost(tx: &mut Tx<'_>, by: impl Into<Author>, user: UserId, now: Seconds) -> Result<()> {
    let author = by.into();
    events::publish(tx, &RightsLost { user, author, at: now })?;
    let companies = tenancy::open_invitations_by(tx, user)?;
    external::entitled::withdraw_unentitled(tx, author, companies, now)
}
