//! `DELETE repository/{repository_id}/move`: the repository stays where it is.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, RepositoryId};
use rest::{CurrentUser, Path, Problem};

use super::room_there::repository;
use super::rows::State as At;
use super::{begin, ending};
use crate::Storage;

/// Gives up a move that has not switched yet, whoever began it. The repository stays where it is, and what was copied is
/// deleted.
#[utoipa::path(
    delete,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/move",
    operation_id = "repository_move_give_up",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    responses((status = 204, description = "It is given up"))
)]
pub(crate) async fn give_up(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
) -> Result<StatusCode, Problem> {
    let now = storage.clock.now();
    let given_up = security::write(&storage.db, &actor, move |tx, access| {
        let found = repository(tx, access.actor(), (instance, id))?;
        let of = begin::in_state(tx, id, &[At::Copying, At::Closed, At::Failed])?;
        match of.job.filter(|_| of.state != At::Failed) {
            // A job that runs ends it, within a second.
            Some(job) if jobs::cancel(tx, job)? => {}
            _ => ending::give_up(tx, &of, now)?,
        }
        let object = Object::new("node", found.node_id.0, &found.title);
        audit::record(tx, access.actor(), Act::new("repository_move_give_up", found.tenant_id, object), now);
        Ok::<_, Problem>(())
    });
    given_up.await?;
    Ok(StatusCode::NO_CONTENT)
}
