//! A review that goes on, as somebody changes it.

use authz::Permit;
use db::Tx;
use security::Access;

use crate::acts::Review;
use crate::error::{Error, Result};
use crate::model::ReviewId;
use crate::read::may_manage;
use crate::store::{self, Found};

/// A review of a file that the asker sees. Nobody else changes it until the end of the transaction.
pub(crate) fn hold(tx: &mut Tx<'_>, access: &mut Access<'_>, id: ReviewId) -> Result<(Permit<Review>, Found)> {
    let found = store::find(tx, id)?;
    let permit = access.authorize::<Review>(tx, store::node_of(found.as_ref()))?;
    let open = store::hold_open(tx, permit.node())?.filter(|open| open.id == id);
    Ok((permit, open.ok_or(Error::Ended)?))
}

/// As `hold`, for who asked for the review and for managers of the file.
pub(crate) fn hold_own(tx: &mut Tx<'_>, access: &mut Access<'_>, id: ReviewId) -> Result<(Permit<Review>, Found)> {
    let (permit, review) = hold(tx, access, id)?;
    if may_manage(&permit, review.asked_by) { Ok((permit, review)) } else { Err(Error::NotYours) }
}
