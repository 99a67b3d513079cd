//! `DELETE link/{link_id}`: ends a link at once.

use audit::Act;
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};
use security::{Access, GrantAccess};

use super::recorded;
use crate::store::{self, LinkRow};
use crate::{Error, LinkId, Links, Result, shown};

/// Revokes a link: its maker does, or who gives access at one of its entries.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/link/{link_id}", tag = "link",
    operation_id = "link_revoke",
    params(("application_instance_id" = i64, Path), ("link_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "The link is revoked")))]
pub async fn revoke(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, LinkId)>,
) -> Result<StatusCode, Problem> {
    let now = links.clock.now();
    let revoked = security::write(&links.db, &actor, move |tx, access| {
        let link = store::find(tx, id)?.ok_or(Error::NoLink)?;
        if link.maker != access.actor().user && !manages_one(tx, access, &link)? {
            return Err(Error::NoLink);
        }
        if store::revoke(tx, id, now)? {
            media::forget_pictures(tx, id.0)?;
            let act = Act::new("link_revoke", link.tenant, recorded::object(tx, &link)?);
            audit::record(tx, access.actor(), act, now);
        }
        Ok(())
    });
    revoked.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn manages_one(tx: &mut Tx<'_>, access: &mut Access<'_>, link: &LinkRow) -> Result<bool> {
    for entry in shown::entries(tx, link.id)? {
        match access.authorize::<GrantAccess>(tx, entry) {
            Ok(_) => return Ok(true),
            Err(security::Error::Denied(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}
