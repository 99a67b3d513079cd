//! The theme of a signed-in user's page, and the themes they may choose instead.

use authz::Actor;
use axum::extract::State;
use db::Conn;
use primitives::GroupId;
use rest::{CurrentUser, Json, Problem};
use serde::Serialize;

use crate::Tenancy;
use crate::store;
use crate::theme::Theme;

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct UserTheme {
    #[serde(flatten)]
    theme: Theme,
    /// The platform's six palettes and the themes of the user's tenants.
    choices: Vec<Theme>,
}

/// The theme that applies to the signed-in user.
#[utoipa::path(
    get,
    path = "/api/core/theme/user",
    operation_id = "get_user_theme",
    tag = "core",
    responses((status = 200, description = "The current theme, and those that the user may choose", body = UserTheme))
)]
pub(crate) async fn get_user_theme(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<UserTheme>, Problem> {
    let (theme, choices) = tenancy.db.read(move |conn| applying(conn, &actor)).await?;
    Ok(Json(UserTheme { theme, choices }))
}

/// A group's theme takes precedence over the tenant's, and the tenant's over the default; among groups, those of the
/// home tenant come first.
fn applying(conn: &mut Conn<'_>, actor: &Actor) -> db::Result<(Theme, Vec<Theme>)> {
    let groups: Vec<GroupId> = actor.groups.iter().map(|membership| membership.group).collect();
    let mut theme = store::theme_of_groups(conn, actor.home, &groups)?;
    if let (None, Some(home)) = (&theme, actor.home) {
        theme = store::theme_of_tenant(conn, home)?;
    }
    let theme = theme.map_or_else(|| store::default_theme(conn), Ok)?;
    Ok((theme, store::themes_offered(conn, &actor.tenants())?))
}
