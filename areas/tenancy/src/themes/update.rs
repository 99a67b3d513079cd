//! `PUT theme/{theme_id}`: title, colours, font and logo.

use audit::{Act, Object};
use axum::extract::State;
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Versioned};

use super::model::{ThemeForm, told};
use super::{kept_by, store};
use crate::theme::Theme;
use crate::{Error, Tenancy, ThemeId};

/// Changes a theme; `If-Match` may name the version that was read. Key and tenant never change. The platform's own
/// themes cannot be changed.
#[utoipa::path(
    put,
    path = "/api/core/theme/{theme_id}",
    operation_id = "theme_update",
    tag = "core",
    params(("theme_id" = i64, Path), rest::IfMatch),
    request_body = ThemeForm,
    responses((status = 200, description = "The theme, changed", body = Theme))
)]
pub(crate) async fn update_theme(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<ThemeId>,
    seen: IfMatch,
    Json(form): Json<ThemeForm>,
) -> Result<Versioned<Theme>, Problem> {
    let now = tenancy.clock.now();
    let changed = tenancy.db.write(move |tx| {
        let (old, tenant) = kept_by(tx, &actor, id)?;
        seen.check(old.version)?;
        let (title, config) = form.read(&old)?;
        if config.logo != old.theme_config.logo {
            store::delete_logo(tx, id)?;
        }
        store::change(tx, &old, &title, &config)?;
        let new = store::find(tx, id)?.ok_or(Error::Missing)?;
        let act = Act::new("theme_update", tenant, Object::new("theme", id.0, &new.theme_title));
        audit::record(tx, &*actor, act.before(told(&old)).after(told(&new)), now);
        Ok::<_, Problem>(new)
    });
    let theme = changed.await?;
    Ok(Versioned(theme.version, theme))
}
