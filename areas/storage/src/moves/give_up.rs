//! `DELETE repository/{repository_id}/move`: the repository stays where it is, or what it has left elsewhere stays there.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{AppInstanceId, RepositoryId, Seconds};
use rest::{CurrentUser, Path, Problem, Query};
use serde_json::{Value, json};

use super::model::RepositoryMoveGiveUpQuery;
use super::room_there::repository;
use super::rows::{self, State as At};
use super::{begin, ending};
use crate::Storage;

/// Gives up a move that has not switched yet, whoever began it. The repository stays where it is, and what was copied is
/// deleted. If that cannot be deleted now, nor what a repository has left at its old place, `leave` leaves it there.
#[utoipa::path(
    delete,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/move",
    operation_id = "repository_move_give_up",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path), RepositoryMoveGiveUpQuery),
    responses((status = 204, description = "It is given up"))
)]
pub(crate) async fn give_up(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
    Query(RepositoryMoveGiveUpQuery { leave }): Query<RepositoryMoveGiveUpQuery>,
) -> Result<StatusCode, Problem> {
    let now = storage.clock.now();
    let given_up = security::write(&storage.db, &actor, move |tx, access| {
        let found = repository(tx, access.actor(), (instance, id))?;
        let object = Object::new("node", found.node_id.0, &found.title);
        let told = Act::new("repository_move_give_up", found.tenant_id, object);
        let told = if leave { told.after(leave_there(tx, id)?) } else { told };
        if !leave {
            end(tx, id, now)?;
        }
        audit::record(tx, access.actor(), told, now);
        Ok::<_, Problem>(())
    });
    given_up.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn end(tx: &mut Tx<'_>, id: RepositoryId, now: Seconds) -> Result<(), Problem> {
    let of = begin::in_state(tx, id, &[At::Copying, At::Closed, At::Failed])?;
    match of.job.filter(|_| of.state != At::Failed) {
        // A job that runs ends it, within a second.
        Some(job) if jobs::cancel(tx, job)? => Ok(()),
        _ => Ok(ending::give_up(tx, &of, now)?),
    }
}

/// Nothing more is deleted at the other file server. Returns what is left there, for the log. Refused as long as deleting
/// goes on.
fn leave_there(tx: &mut Tx<'_>, id: RepositoryId) -> Result<Value, Problem> {
    let of = begin::in_state(tx, id, &[At::Undoing, At::Clearing])?;
    if of.waits_for.is_none() {
        return Err(begin::under_way());
    }
    rows::delete(tx, of.id)?;
    Ok(json!({ "left_at": { "file_server_id": of.file_server, "folder_name": of.folder } }))
}
