//! `DELETE version/{version_id}`: an earlier version is deleted for good.

use audit::{Act, Object};
use authz::Denied;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Path, Problem};
use serde_json::json;
use storage::{disk, intents};

use super::deletion::{delete_versions, discard_left};
use super::{VersionId, store};
use crate::{Content, Error, Replace, Result};

/// Deletes an earlier version of a file for good. The present one cannot be deleted.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/version/{version_id}", tag = "content",
    operation_id = "version_delete",
    params(("application_instance_id" = i64, Path), ("version_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "The version was deleted")))]
pub async fn delete(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, version)): Path<(AppInstanceId, VersionId)>,
) -> Result<StatusCode, Problem> {
    let delete = || async {
        let now = content.clock.now();
        let mark = || {
            security::write(&content.db, &actor, move |tx, access| {
                let found = store::find(tx, version)?;
                let permit = access.authorize::<Replace>(tx, store::file_of(found.as_ref()))?;
                let found = found.ok_or(Denied::Invisible)?;
                let kept = found.kept.ok_or(Error::CurrentVersion)?;
                nodes::hold_tree(tx, permit.tenant())?;
                // It may just be taken up again.
                if intents::moving(tx, permit.tenant())?.contains(&found.file) {
                    return Err(storage::Error::Moving.into());
                }
                let name = nodes::find(tx, found.file)?.ok_or(db::Error::Missing)?.name;
                let act = Act::new("version_delete", permit.tenant(), Object::new("node", found.file.0, &name))
                    .before(json!({ "version": found.number, "label": found.label }));
                audit::record(tx, access.actor(), act, now);
                delete_versions(tx, &[(version, kept)], now)
            })
        };
        Ok(intents::with_retries(mark).await?)
    };
    let left = disk::even_when_full(&content.db, delete).await?;
    discard_left(&content.db, left).await;
    Ok(StatusCode::NO_CONTENT)
}
