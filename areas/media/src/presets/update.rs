//! `PUT rendition/preset/{preset_id}`: by an admin of its tenant.

use audit::{Act, Object};
use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Versioned};

use super::model::{Preset, PresetForm, PresetId};
use super::{refused, store, tenants_here};
use crate::Media;

/// Changes a preset; `If-Match` may name the version that was read. Its tenant never changes.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/rendition/preset/{preset_id}", tag = "content",
    operation_id = "preset_update", request_body = PresetForm,
    params(("application_instance_id" = i64, Path), ("preset_id" = i64, Path), rest::IfMatch),
    responses((status = OK, body = Preset, description = "The preset, changed")))]
pub(crate) async fn update(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, PresetId)>,
    seen: IfMatch,
    Json(form): Json<PresetForm>,
) -> Result<Versioned<Preset>, Problem> {
    let now = media.clock.now();
    let changed = media.db.write(move |tx| {
        let here = tenants_here(tx, &actor, instance)?;
        let old = store::find(tx, id, &here)?.ok_or_else(Problem::not_found)?;
        seen.check(old.version)?;
        let (name, look) = form.read(&old)?;
        store::change(tx, id, &name, &look).map_err(refused)?;
        let new = store::find(tx, id, &here)?.ok_or(db::Error::Missing)?;
        let act = Act::new("preset_update", new.tenant_id, Object::new("preset", id.0, &new.name));
        audit::record(tx, &*actor, act.before(old.log_fields()).after(new.log_fields()), now);
        Ok::<_, Problem>(new)
    });
    let changed = changed.await?;
    Ok(Versioned(changed.version, changed))
}
