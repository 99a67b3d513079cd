//! `PUT` and `DELETE theme/{theme_id}/tenant/{tenant_id}` and `…/group/{user_group_id}`: assigning a theme.

use std::sync::Arc;

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{GroupId, TenantId};
use rest::{CurrentUser, Path, Problem};
use serde_json::json;

use super::store::{self, Wearer};
use crate::{Error, Result as Outcome, Tenancy, ThemeId};

/// The tenant or group that a theme is assigned to.
#[derive(Clone, Copy)]
enum To {
    Tenant(TenantId),
    Group(GroupId),
}

/// Assigns a theme to a tenant: the platform's, or one of its own.
#[utoipa::path(
    put,
    path = "/api/core/theme/{theme_id}/tenant/{tenant_id}",
    operation_id = "theme_assign_tenant",
    tag = "core",
    params(("theme_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = 204, description = "The tenant uses the theme"))
)]
pub(crate) async fn assign_tenant(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path((theme, tenant)): Path<(ThemeId, TenantId)>,
) -> Result<StatusCode, Problem> {
    dress(tenancy, actor, To::Tenant(tenant), theme, true, "theme_assign_tenant").await
}

/// Removes a theme from a tenant, which then uses the default. 404 if the tenant does not use it.
#[utoipa::path(
    delete,
    path = "/api/core/theme/{theme_id}/tenant/{tenant_id}",
    operation_id = "theme_unassign_tenant",
    tag = "core",
    params(("theme_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = 204, description = "The tenant uses the default"))
)]
pub(crate) async fn unassign_tenant(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path((theme, tenant)): Path<(ThemeId, TenantId)>,
) -> Result<StatusCode, Problem> {
    dress(tenancy, actor, To::Tenant(tenant), theme, false, "theme_unassign_tenant").await
}

/// Assigns a theme to a group: the platform's, or one of its tenant.
#[utoipa::path(
    put,
    path = "/api/core/theme/{theme_id}/group/{user_group_id}",
    operation_id = "theme_assign_group",
    tag = "core",
    params(("theme_id" = i64, Path), ("user_group_id" = i64, Path)),
    responses((status = 204, description = "The group uses the theme"))
)]
pub(crate) async fn assign_group(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path((theme, group)): Path<(ThemeId, GroupId)>,
) -> Result<StatusCode, Problem> {
    dress(tenancy, actor, To::Group(group), theme, true, "theme_assign_group").await
}

/// Removes a theme from a group, which then uses its tenant's. 404 if the group does not use it.
#[utoipa::path(
    delete,
    path = "/api/core/theme/{theme_id}/group/{user_group_id}",
    operation_id = "theme_unassign_group",
    tag = "core",
    params(("theme_id" = i64, Path), ("user_group_id" = i64, Path)),
    responses((status = 204, description = "The group uses its tenant's theme"))
)]
pub(crate) async fn unassign_group(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path((theme, group)): Path<(ThemeId, GroupId)>,
) -> Result<StatusCode, Problem> {
    dress(tenancy, actor, To::Group(group), theme, false, "theme_unassign_group").await
}

async fn dress(
    tenancy: Tenancy,
    actor: Arc<Actor>,
    to: To,
    theme: ThemeId,
    wears: bool,
    what: &'static str,
) -> Result<StatusCode, Problem> {
    let now = tenancy.clock.now();
    let dressed = tenancy.db.write(move |tx| {
        let (found, kind, id) = match to {
            To::Tenant(id) => (store::tenant(tx, id)?, "tenant", id.0),
            To::Group(id) => (store::group(tx, id)?, "usergroup", id.0),
        };
        let wearer: Wearer = found.filter(|one| actor.administers(one.tenant)).ok_or(Error::Missing)?;
        if wears {
            if !crate::store::theme_is_offered(tx, theme, Some(wearer.tenant))? {
                return Err(Error::Missing);
            }
        } else if wearer.theme != Some(theme) {
            return Err(Error::Missing);
        }
        let next = wears.then_some(theme);
        match to {
            To::Tenant(id) => store::dress_tenant(tx, id, next)?,
            To::Group(id) => store::dress_group(tx, id, next)?,
        }
        let act = Act::new(what, wearer.tenant, Object::new(kind, id, wearer.title))
            .before(json!({ "theme": wearer.theme }))
            .after(json!({ "theme": next }));
        audit::record(tx, &*actor, act, now);
        Outcome::Ok(())
    });
    dressed.await?;
    Ok(StatusCode::NO_CONTENT)
}
