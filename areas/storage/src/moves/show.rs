//! `GET repository/{repository_id}/move`: how far a move has come, and what could not be copied.

use authz::Denied;
use axum::extract::State;
use db::Conn;
use nodes::NodeState;
use primitives::{AppInstanceId, NodeId, NodeKind, RepositoryId};
use rest::{CurrentUser, Json, Path, Problem};
use security::{Access, See};

use super::model::{RepositoryMoveFailure, RepositoryMoveStatus};
use super::room_there::repository;
use super::{files, rows};
use crate::{Error, Result, Storage};

/// So many files are told of.
const MOST: i64 = 100;

/// The move of a repository that has not ended; 404 if there is none.
#[utoipa::path(
    get,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/move",
    operation_id = "repository_move_show",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    responses((status = 200, description = "The move", body = RepositoryMoveStatus))
)]
pub(crate) async fn show(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
) -> Result<Json<RepositoryMoveStatus>, Problem> {
    let shown = security::read(&storage.db, &actor, move |c, access| {
        repository(c, access.actor(), (instance, id))?;
        let of = rows::of_repository(c, id)?.ok_or(Error::from(Denied::Invisible))?;
        let (failed, _) = files::failures(c, of.id, 0)?;
        let mut failures = Vec::new();
        for (node, reason) in files::failed_files(c, of.id, MOST)? {
            failures.push(told(c, access, (node, reason))?);
        }
        let (files, bytes, copied_bytes) = (of.files, of.bytes, of.copied);
        Ok::<_, Error>(RepositoryMoveStatus { files, bytes, copied_bytes, failures, failed })
    });
    Ok(Json(shown.await?))
}

fn told(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (node, reason): (NodeId, String),
) -> Result<RepositoryMoveFailure> {
    let mut chain = nodes::ancestors(conn, node)?;
    let binned = chain.iter().position(|step| step.state == NodeState::Binned);
    // An earlier version is told of as its file.
    let is_version = chain.get(1).is_some_and(|above| above.kind == NodeKind::File);
    if is_version {
        chain.remove(0);
    }
    let seen = match chain.first() {
        Some(file) if file.state == NodeState::Binned => access.authorize_binned::<See>(conn, file.id).map(drop),
        Some(file) => access.authorize::<See>(conn, file.id).map(drop),
        None => return Ok(RepositoryMoveFailure { node_id: None, path: None, apart: false, reason }),
    };
    let apart = is_version || binned.is_some();
    match seen {
        Ok(()) => {
            let names = chain.iter().rev().filter(|step| step.kind != NodeKind::Repository);
            let path = names.map(|step| step.name.as_str()).collect::<Vec<_>>().join("/");
            Ok(RepositoryMoveFailure { node_id: Some(node), path: Some(path), apart, reason })
        }
        Err(security::Error::Denied(_)) => Ok(RepositoryMoveFailure { node_id: None, path: None, apart, reason }),
        Err(error) => Err(Error::from(error)),
    }
}
