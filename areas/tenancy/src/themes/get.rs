//! `GET theme/{theme_id}`.

use axum::extract::State;
use rest::{CurrentUser, Path, Problem, Versioned};

use super::shown_to;
use crate::theme::Theme;
use crate::{Tenancy, ThemeId};

/// One theme.
#[utoipa::path(
    get,
    path = "/api/core/theme/{theme_id}",
    operation_id = "theme_get",
    tag = "core",
    params(("theme_id" = i64, Path)),
    responses((status = 200, description = "The theme", body = Theme))
)]
pub(crate) async fn get_theme(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<ThemeId>,
) -> Result<Versioned<Theme>, Problem> {
    let theme = tenancy.db.read(move |conn| shown_to(conn, &actor, id)).await?;
    Ok(Versioned(theme.version, theme))
}
