//! `POST rendition/preset`: by an admin of the tenant.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{AppInstanceId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Versioned};

use super::model::{NewPresetForm, Preset};
use super::{MOST, refused, store, tenants_here};
use crate::Media;
use crate::look::Look;

/// Creates a preset of a tenant. Its name is its own there.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/rendition/preset", tag = "content",
    operation_id = "preset_create", request_body = NewPresetForm,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = Preset, description = "The preset")))]
pub(crate) async fn create(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<NewPresetForm>,
) -> Result<(StatusCode, Versioned<Preset>), Problem> {
    let (name, look) = form.read()?;
    let now = media.clock.now();
    let made = media.db.write(move |tx| {
        if !tenants_here(tx, &actor, instance)?.contains(&form.tenant_id) {
            return Err(Problem::unknown("tenant_id"));
        }
        let made = insert(tx, form.tenant_id, &name, &look)?;
        let act = Act::new("preset_create", made.tenant_id, Object::new("preset", made.preset_id.0, &made.name));
        audit::record(tx, &*actor, act.after(made.log_fields()), now);
        Ok(made)
    });
    let made = made.await?;
    Ok((StatusCode::CREATED, Versioned(made.version, made)))
}

pub(super) fn insert(tx: &mut Tx<'_>, tenant: TenantId, name: &str, look: &Look) -> Result<Preset, Problem> {
    if store::count(tx, tenant)? >= MOST {
        return Err(Problem::conflict("too_many_presets", "too_many_presets").with("most", MOST));
    }
    let id = store::insert(tx, tenant, name, look).map_err(refused)?;
    Ok(store::find(tx, id, &[tenant])?.ok_or(db::Error::Missing)?)
}
