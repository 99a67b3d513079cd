//! `PUT version/{version_id}`: names a version. What has a name is kept, whatever the tenant's rule says.

use audit::{Act, Object};
use authz::Denied;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde::Deserialize;
use serde_json::json;

use super::{VersionId, store};
use crate::{Content, Error, Replace, Result};

const LONGEST: usize = 200;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct VersionLabel {
    /// Empty: it has no name any more.
    #[schema(value_type = rest::schema_formats::OneLineOrNothing)]
    label: String,
}

/// Names a version of a file. A version with a name is kept, whatever the tenant's rule says.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/version/{version_id}", tag = "content",
    operation_id = "version_update", request_body = VersionLabel,
    params(("application_instance_id" = i64, Path), ("version_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It has this name")))]
pub async fn change(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, version)): Path<(AppInstanceId, VersionId)>,
    Json(wanted): Json<VersionLabel>,
) -> Result<StatusCode, Problem> {
    let label = wanted.label.trim().to_owned();
    if label.chars().count() > LONGEST {
        return Err(Problem::refused(vec![Rule::MaxLength(LONGEST).of("label")]));
    }
    if label.chars().any(char::is_control) || primitives::has_invisible(&label) {
        return Err(Problem::refused(vec![Rule::OneLine.of("label")]));
    }
    let now = content.clock.now();
    let changed = security::write(&content.db, &actor, move |tx, access| {
        let found = store::find(tx, version)?;
        let permit = access.authorize::<Replace>(tx, store::file_of(found.as_ref()))?;
        let found = found.ok_or(Denied::Invisible)?;
        let name = nodes::find(tx, found.file)?.ok_or(db::Error::Missing)?.name;
        store::set_label(tx, version, &label)?;
        let act = Act::new("version_update", permit.tenant(), Object::new("node", found.file.0, &name))
            .before(json!({ "version": found.number, "label": found.label }))
            .after(json!({ "version": found.number, "label": label }));
        audit::record(tx, access.actor(), act, now);
        Ok::<_, Error>(())
    });
    changed.await?;
    Ok(StatusCode::NO_CONTENT)
}
