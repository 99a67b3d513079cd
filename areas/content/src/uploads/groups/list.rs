//! `GET upload/group`: the uploads that go on, or of which files failed.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::{UploadGroup, quiet, store};
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
    let (user, uploads, now) = (actor.user, content.uploads.clone(), content.clock.now());
    let items = content.db.read(move |c| {
        let mut items = store::list(c, user, instance)?;
        quiet::mark(c, &uploads, user, &mut items, now)?;
        Ok::<_, db::Error>(items)
    });
    Ok(Json(UploadGroups { items: items.await? }))
}
