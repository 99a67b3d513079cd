//! `DELETE entry/bin/{node_id}`: deletes a removed entry for good. A few entries are deleted before the answer; many
//! are deleted in the background.

use activity::{ActionKind, BgAction};
use audit::Author;
use authz::{Action, Denied, Permit};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use db::Conn;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use storage::{disk, intents};

use crate::purges::{self, Asked, BATCH, Carrier, Gone, PurgeId, in_background};
use crate::{Content, Error, Purge, Result};

/// Deletes an entry of the bin for good.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/entry/bin/{node_id}", tag = "content",
    operation_id = "bin_purge",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses(
        (status = NO_CONTENT, description = "The entry was deleted"),
        (status = ACCEPTED, body = BgAction, description = "The entry contains many others; they are deleted in the background"),
    ))]
pub async fn purge(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Response, Problem> {
    let check = security::read_long(&content.db, &actor, move |c, access| {
        let (permit, _) = access.authorize_binned::<Purge>(c, node)?;
        refuse_others(c, access, &permit)?;
        let most = i64::try_from(BATCH).unwrap_or(i64::MAX);
        Ok::<_, Error>(nodes::subtree_batch(c, node, most + 1)?.len() > BATCH)
    });
    let is_large = check.await?;
    let purge = || async {
        let now = content.clock.now();
        let begin = || {
            security::write(&content.db, &actor, move |tx, access| {
                let (permit, _) = access.authorize_binned::<Purge>(tx, node)?;
                nodes::hold_tree(tx, permit.tenant())?;
                refuse_others(tx, access, &permit)?;
                // Somebody may have restored it meanwhile; then the asker may not delete it.
                let begun = purges::begin_with(tx, node, Author::from(access.actor()), now)?;
                let (purge, found) = begun.ok_or(Denied::Invisible)?;
                if !is_large {
                    let carrier = Carrier { author: access.actor().into(), now };
                    return Ok((purge, Begun::Here(purges::delete_some(tx, purge, &[], carrier)?)));
                }
                let (user, tenant) = (permit.actor(), permit.tenant());
                let asked = Asked { user, tenant, kind: ActionKind::Purge, binned_before: None };
                Ok::<_, Error>((purge, Begun::Background(Box::new(in_background(tx, purge, found.name, &asked, now)?))))
            })
        };
        let (purge, begun) = intents::with_retries(begin).await?;
        let gone = match begun {
            Begun::Background(action) => return Ok((StatusCode::ACCEPTED, Json(action)).into_response()),
            Begun::Here(gone) => gone,
        };
        if let Err(error) = finish(&content, purge, gone).await {
            tracing::warn!("Bytes of deleted entries stay until the bin is swept: {error}");
        }
        Ok(StatusCode::NO_CONTENT.into_response())
    };
    disk::even_when_full(&content.db, purge).await
}

/// A folder is not deleted with entries that the asker may not delete.
fn refuse_others(conn: &mut Conn<'_>, access: &mut Access<'_>, permit: &Permit<Purge>) -> Result<()> {
    if purges::holds_others(conn, access, permit.tenant(), permit.node())? {
        return Err(Denied::NeedsRole(Purge::RULE.role).into());
    }
    Ok(())
}

async fn finish(content: &Content, purge: PurgeId, gone: Gone) -> Result<()> {
    let discarded = purges::discard(gone).await?;
    Ok(content.db.write(move |tx| purges::end(tx, purge, &discarded)).await?)
}

enum Begun {
    Here(Gone),
    Background(Box<BgAction>),
}
