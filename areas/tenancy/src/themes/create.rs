//! `POST theme`: a new theme of a tenant, which nobody uses yet.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem, Versioned};

use super::model::{NewThemeForm, told};
use super::store;
use crate::model::NewTheme;
use crate::theme::Theme;
use crate::{Error, Tenancy};

/// Creates a theme.
#[utoipa::path(
    post,
    path = "/api/core/theme",
    operation_id = "theme_create",
    tag = "core",
    request_body = NewThemeForm,
    responses((status = 201, description = "The theme", body = Theme))
)]
pub(crate) async fn create_theme(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewThemeForm>,
) -> Result<(StatusCode, Versioned<Theme>), Problem> {
    let wanted = form.read()?;
    let now = tenancy.clock.now();
    let made = tenancy.db.write(move |tx| {
        let tenant = wanted.tenant;
        if !actor.administers(tenant) || !crate::is_there(tx, tenant)? {
            return Err(Problem::unknown("tenant_id"));
        }
        let new = NewTheme { tenant: Some(tenant), title: wanted.title, key: wanted.key, config: wanted.config };
        let id = crate::create_theme(tx, &new)?;
        let theme = store::find(tx, id)?.ok_or(Error::Missing)?;
        let act = Act::new("theme_create", tenant, Object::new("theme", id.0, &theme.theme_title));
        audit::record(tx, &*actor, act.after(told(&theme)), now);
        Ok(theme)
    });
    let theme = made.await?;
    Ok((StatusCode::CREATED, Versioned(theme.version, theme)))
}
