//! `DELETE theme/{theme_id}`: only an unused theme.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Path, Problem};

use super::model::told;
use super::{kept_by, store};
use crate::{Error, Tenancy, ThemeId};

/// Deletes a theme. If tenants or groups use it, the error says how many.
#[utoipa::path(
    delete,
    path = "/api/core/theme/{theme_id}",
    operation_id = "theme_delete",
    tag = "core",
    params(("theme_id" = i64, Path)),
    responses((status = 204, description = "The theme was deleted"))
)]
pub(crate) async fn delete_theme(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<ThemeId>,
) -> Result<StatusCode, Problem> {
    let now = tenancy.clock.now();
    let deleted = tenancy.db.write(move |tx| {
        let (theme, tenant) = kept_by(tx, &actor, id)?;
        let (tenants, groups) = store::wearers(tx, id)?;
        let blocked_by: Vec<_> =
            [("tenants", tenants), ("groups", groups)].into_iter().filter(|(_, n)| *n > 0).collect();
        if !blocked_by.is_empty() {
            return Err(Error::InUse(blocked_by));
        }
        store::delete(tx, id).map_err(Error::blocked)?;
        let act = Act::new("theme_delete", tenant, Object::new("theme", id.0, &theme.theme_title));
        audit::record(tx, &*actor, act.before(told(&theme)), now);
        Ok(())
    });
    deleted.await?;
    Ok(StatusCode::NO_CONTENT)
}
