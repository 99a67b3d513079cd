//! An invitation of a company is valid only while its maker may still make it, like one of a person.

use audit::{Act, Author, Object};
use db::{Conn, Tx};
use primitives::Seconds;
use serde_json::json;
use tenancy::Invitation;

use crate::{Result, find_actor, store as rows};

/// Whether the maker is active and may still invite companies into the group. An invitation of an earlier version has
/// no known maker and counts as an admin's.
pub(crate) fn is_entitled(conn: &mut Conn<'_>, invitation: &Invitation) -> db::Result<bool> {
    let Some(maker) = invitation.invited_by else {
        return rows::people::any_admin(conn, invitation.home.tenant);
    };
    let maker = find_actor(conn, maker)?;
    Ok(maker.is_some_and(|maker| invitation.home.invites(&maker)))
}

/// The invitations whose makers may still make them.
pub(crate) fn entitled(conn: &mut Conn<'_>, open: Vec<Invitation>) -> db::Result<Vec<Invitation>> {
    let mut good = Vec::with_capacity(open.len());
    for invitation in open {
        if is_entitled(conn, &invitation)? {
            good.push(invitation);
        }
    }
    Ok(good)
}

/// Withdraws the invitations whose makers may no longer make them.
pub(crate) fn withdraw_unentitled(tx: &mut Tx<'_>, by: Author, open: Vec<Invitation>, now: Seconds) -> Result<()> {
    for invitation in open {
        let (group, company) = (invitation.home.group, invitation.company);
        if !is_entitled(tx, &invitation)? && tenancy::remove_external_company(tx, group, company)? {
            let object = Object::new("company", company.0, invitation.company_name);
            let act = Act::new("external_company_remove", invitation.home.tenant, object);
            audit::record(tx, by, act.before(json!({ "user_group_id": group, "members": 0 })), now);
        }
    }
    Ok(())
}
