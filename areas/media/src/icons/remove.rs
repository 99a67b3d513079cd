//! `DELETE actions/node/custom-icon/{node_id}`: an entry shows again what it shows by itself.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use super::{store, tell};
use crate::Media;
use crate::acts::SetIcon;

/// Takes an entry's icon away: its card shows its picture, its cover or the sign of its type again.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/actions/node/custom-icon/{node_id}", tag = "content",
    operation_id = "icon_remove",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It has none any more, or had none")))]
pub(crate) async fn remove(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<StatusCode, Problem> {
    let now = media.clock.now();
    let removed = security::write(&media.db, &actor, move |tx, access| {
        let seen = access.find_visible(tx, node)?;
        let permit = seen.permit::<SetIcon>()?;
        if !store::remove(tx, node)? {
            return Ok(());
        }
        let act = Act::new("icon_remove", permit.tenant(), Object::new("node", node.0, &seen.node.name))
            .before(json!({ "own_icon": true }))
            .after(json!({ "own_icon": false }));
        audit::record(tx, access.actor(), act, now);
        Ok::<_, security::Error>(tell::changed(tx, &seen.node)?)
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
