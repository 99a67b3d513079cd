//! `GET rendition/archive/{bg_action_id}`: how far the pictures of an archive are, and the link to it.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Here, Json, Path, Problem};
use serde::Serialize;

use super::store;
use crate::Media;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct PreparedPictures {
    /// Of the archive.
    name: String,
    /// Contents of which a picture is made; equal files share one.
    total: i64,
    made: i64,
    /// Of which none could be made. They are named in the archive.
    failed: i64,
    /// A whole address of this server, once all is made. It returns the archive to its asker, for a day.
    #[schema(required)]
    link: Option<String>,
}

/// How far the pictures of one of the asker's background actions are, and the link to their archive.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/archive/{bg_action_id}", tag = "content",
    operation_id = "prepared_show",
    params(("application_instance_id" = i64, Path), ("bg_action_id" = String, Path, description = "The action")),
    responses((status = OK, body = PreparedPictures, description = "How far they are")))]
pub(crate) async fn show(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path((_instance, action)): Path<(AppInstanceId, String)>,
) -> Result<Json<PreparedPictures>, Problem> {
    let (user, wanted) = (actor.user, action.clone());
    let found = media.db.read(move |c| {
        let Some(prepared) = store::of_action(c, user, &wanted)? else { return Ok(None) };
        let progress = store::progress(c, prepared.id)?;
        Ok::<_, db::Error>(Some((prepared, progress)))
    });
    let (prepared, progress) = found.await?.ok_or_else(Problem::not_found)?;
    Ok(Json(PreparedPictures {
        name: prepared.name,
        total: progress.waiting + progress.made + progress.failed,
        made: progress.made,
        failed: progress.failed,
        link: prepared.is_ready.then(|| format!("{here}/api/file/pictures/{action}")),
    }))
}
