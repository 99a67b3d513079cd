//! `POST repository/{repository_id}/move/retry`: tries again what could not be copied.

use activity::BgAction;
use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, RepositoryId};
use rest::{CurrentUser, Json, Path, Problem};

use super::begin::{enqueue, new_action};
use super::room_there::repository;
use super::rows::{self, State as At};
use super::{begin, files, obstacle};
use crate::Storage;

/// Goes on with a move that has ended because some files could not be copied, or because a file server was away.
#[utoipa::path(
    post,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/move/retry",
    operation_id = "repository_move_retry",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    responses((status = 202, description = "The background action", body = BgAction))
)]
pub(crate) async fn again(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
) -> Result<(StatusCode, Json<BgAction>), Problem> {
    let now = storage.clock.now();
    let begun = security::write(&storage.db, &actor, move |tx, access| {
        let found = repository(tx, access.actor(), (instance, id))?;
        let of = begin::in_state(tx, id, &[At::Failed])?;
        files::forget_failures(tx, of.id)?;
        rows::change_state(tx, of.id, &[At::Failed], At::Copying)?;
        obstacle::forget(tx, of.id)?;
        rows::set_owner(tx, of.id, (access.actor().user, instance))?;
        let action = new_action(tx, access.actor(), (&found, of.file_server))?;
        let begun = activity::start(tx, &action, now)?;
        let object = Object::new("node", found.node_id.0, &found.title);
        audit::record(tx, access.actor(), Act::new("repository_move_retry", found.tenant_id, object), now);
        Ok::<_, Problem>(enqueue(tx, (of.id, &found), begun, access.actor(), now)?)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}
