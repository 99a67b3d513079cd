//! `GET repository/{repository_id}/move/check`: what a move would do, before it is asked for.

use axum::extract::State;
use primitives::{AppInstanceId, EntryName, RepositoryId};
use rest::{CurrentUser, Json, Path, Problem, Query};

use super::model::{RepositoryMoveCheck, RepositoryMoveQuery};
use super::room_there::{ask_taken, look, repository};
use crate::{Error, Storage};

/// Says how much would move to another file server, whether that answers, and whether there is room, as far as that can be
/// known.
#[utoipa::path(
    get,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/move/check",
    operation_id = "repository_move_check",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path), RepositoryMoveQuery),
    responses((status = 200, description = "What would move, and what is there", body = RepositoryMoveCheck))
)]
pub(crate) async fn check(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
    Query(RepositoryMoveQuery { file_server_id }): Query<RepositoryMoveQuery>,
) -> Result<Json<RepositoryMoveCheck>, Problem> {
    let found = storage.db.read(move |c| repository(c, &actor, (instance, id))).await?;
    let folder = EntryName::parse(&found.folder_name).map_err(Error::from)?;
    let folder_taken = ask_taken(&storage, &found, (file_server_id, folder.clone())).await?;
    let looked = look(&storage, id, (file_server_id, folder)).await?;
    Ok(Json(RepositoryMoveCheck {
        files: looked.size.files,
        bytes: looked.size.bytes,
        free_bytes: looked.free,
        fits: looked.fits(),
        folder_name: found.folder_name,
        folder_free: folder_taken.is_none(),
        folder_taken,
    }))
}
