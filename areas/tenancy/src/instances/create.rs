//! `POST application_instance`: a new instance, which no tenant has yet.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem, Versioned};

use super::model::{ApplicationInstance, NewApplicationInstanceForm};
use super::store;
use crate::model::NewAppInstance;
use crate::{Error, Tenancy};

/// Creates an application instance.
#[utoipa::path(
    post,
    path = "/api/core/application_instance",
    operation_id = "application_instance_create",
    tag = "core",
    request_body = NewApplicationInstanceForm,
    responses((status = 201, description = "The instance", body = ApplicationInstance))
)]
pub(crate) async fn create(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewApplicationInstanceForm>,
) -> Result<(StatusCode, Versioned<ApplicationInstance>), Problem> {
    let wanted = form.read()?;
    let now = tenancy.clock.now();
    let made = tenancy.db.write(move |tx| {
        let new = NewAppInstance {
            title: wanted.title.clone(),
            application: wanted.application,
            access_url: wanted.access_url.clone(),
        };
        let id = crate::create_application_instance(tx, &new)?;
        store::set_config(tx, id, wanted.config.as_deref())?;
        let made = store::find(tx, id)?.ok_or(Error::Missing)?;
        let object = Object::new("application_instance", id.0, &made.application_instance_title);
        audit::record(tx, &*actor, Act::new("application_instance_create", None, object).after(made.told()), now);
        Ok::<_, Error>(made)
    });
    let made = made.await?;
    Ok((StatusCode::CREATED, Versioned(made.version, made)))
}
