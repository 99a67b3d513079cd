//! `GET upload/group`: the uploads that go on, or of which files failed.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::{UploadGroup, store};
use crate::Content;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UploadGroups {
    /// At most 100, newest first.
    #[schema(max_items = 100)]
    items: Vec<UploadGroup>,
}

/// Lists the asker's uploads of several files that go on, or of which files failed.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/upload/group", tag = "content",
    operation_id = "upload_group_list", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = UploadGroups, description = "The groups, with what failed")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
) -> Result<Json<UploadGroups>, Problem> {
    let user = actor.user;
    let items = content.db.read(move |c| store::list(c, user, instance)).await?;
    Ok(Json(UploadGroups { items }))
}
