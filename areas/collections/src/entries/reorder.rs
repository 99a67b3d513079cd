//! `POST collection/{collection_id}/entry/move`: puts an entry of a collection beside another one.

use authz::Denied;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use security::See;
use serde::Deserialize;

use super::store::{Side, find as find_entry, put_beside};
use crate::asker::Asker;
use crate::events::{CollectionChange, tell};
use crate::found::find;
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Error, store};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CollectionMove {
    node_id: NodeId,
    /// It goes before this entry. Either this or `after` is given.
    before: Option<NodeId>,
    /// It goes after this entry.
    after: Option<NodeId>,
}

impl CollectionMove {
    fn read(&self) -> Result<(Side, NodeId), Problem> {
        match (self.before, self.after) {
            (Some(other), None) => Ok((Side::Before, other)),
            (None, Some(other)) => Ok((Side::After, other)),
            _ => Err(Problem::invalid("before", "invalid")),
        }
    }
}

/// Moves an entry of a collection before or after another one, for its editors.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/collection/{collection_id}/entry/move",
    tag = "collection", operation_id = "collection_entry_move", request_body = CollectionMove,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is there")))]
pub(crate) async fn reorder(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(form): Json<CollectionMove>,
) -> Result<StatusCode, Problem> {
    let (side, other) = form.read()?;
    let (node, now) = (form.node_id, collections.clock.now());
    let moved = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Editor)?;
        for one in [node, other] {
            access.authorize::<See>(tx, one)?;
            if find_entry(tx, id, one)?.is_none() {
                return Err(Denied::Invisible.into());
            }
        }
        if node != other {
            put_beside(tx, id, node, (side, other))?;
            tell(tx, access, &found, CollectionChange::Ordered, now)?;
        }
        Ok::<_, Error>(())
    });
    moved.await?;
    Ok(StatusCode::NO_CONTENT)
}
