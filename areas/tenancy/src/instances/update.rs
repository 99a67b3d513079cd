//! `PUT application_instance/{application_instance_id}`: everything but the application.

use audit::{Act, Object};
use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Versioned};

use super::model::{ApplicationInstance, ApplicationInstanceForm};
use super::store;
use crate::{Error, Tenancy};

/// Changes an application instance; `If-Match` may name the version that was read.
#[utoipa::path(
    put,
    path = "/api/core/application_instance/{application_instance_id}",
    operation_id = "application_instance_update",
    tag = "core",
    params(("application_instance_id" = i64, Path), rest::IfMatch),
    request_body = ApplicationInstanceForm,
    responses((status = 200, description = "The instance, changed", body = ApplicationInstance))
)]
pub(crate) async fn update(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<AppInstanceId>,
    seen: IfMatch,
    Json(form): Json<ApplicationInstanceForm>,
) -> Result<Versioned<ApplicationInstance>, Problem> {
    let now = tenancy.clock.now();
    let changed = tenancy.db.write(move |tx| {
        crate::store::bump_epoch(tx)?;
        let old = store::find(tx, id)?.ok_or(Error::Missing)?;
        seen.check(old.version)?;
        let wanted = form.over(&old).read()?;
        if old.application_key != wanted.application {
            return Err(Problem::unknown("application_id"));
        }
        store::change(tx, id, &wanted)?;
        let new = store::find(tx, id)?.ok_or(Error::Missing)?;
        let object = Object::new("application_instance", id.0, &new.application_instance_title);
        let act = Act::new("application_instance_update", None, object);
        audit::record(tx, &*actor, act.before(old.told()).after(new.told()), now);
        Ok(new)
    });
    let changed = changed.await?;
    Ok(Versioned(changed.version, changed))
}
