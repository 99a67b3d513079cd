//! `POST usergroup`: by an admin of the tenant, or by a manager of one of its groups, who becomes manager of the new
//! one.

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use primitives::TenantId;
use rest::{CurrentUser, Json, Problem, Versioned};

use super::model::{NewUserGroupForm, UserGroup, Wanted};
use super::{applications, store};
use crate::events::GroupMade;
use crate::model::NewGroup;
use crate::themes::offered_to;
use crate::{Error, Tenancy};

/// Creates a group in a company of a tenant that the asker administers or manages a group in. A manager can only give
/// it applications that they can open, and becomes its manager.
#[utoipa::path(
    post,
    path = "/api/core/usergroup",
    operation_id = "group_create",
    tag = "core",
    request_body = NewUserGroupForm,
    responses((status = 201, description = "The group", body = UserGroup))
)]
pub(crate) async fn create_group(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewUserGroupForm>,
) -> Result<(StatusCode, Versioned<UserGroup>), Problem> {
    let (title, key) = form.read()?;
    let now = tenancy.clock.now();
    let made = tenancy.db.write(move |tx| {
        let home = crate::store::tenant_of_company(tx, form.company_id)?;
        let tenant = home.filter(|tenant| may_make_in(&actor, *tenant)).ok_or(Error::Unknown("company_id"))?;
        offered_to(tx, form.theme, Some(tenant))?;
        let id = crate::create_group(tx, &NewGroup { company: form.company_id, title, key, theme: form.theme })?;
        let asked = Wanted::of(form.application_ids, form.application_instance_ids);
        for instance in applications::wanted(tx, &actor, tenant, &[], asked)? {
            crate::give_group_instance(tx, id, instance)?;
            if !actor.is_admin_of(tenant) && !actor.instances.iter().any(|own| own.id == instance) {
                return Err(Error::NotTheirs);
            }
        }
        if !actor.is_admin_of(tenant) {
            publish(tx, &GroupMade { header: Header::by(&*actor, tenant, now), group: id, by: actor.user })?;
        }
        let group = store::find(tx, &actor, id)?.ok_or(Error::Missing)?;
        let act = Act::new("group_create", tenant, Object::new("usergroup", id.0, &group.group_title));
        audit::record(tx, &*actor, act.after(group.told()), now);
        Ok::<_, Error>(group)
    });
    let group = made.await?;
    Ok((StatusCode::CREATED, Versioned(group.version, group)))
}

fn may_make_in(actor: &Actor, tenant: TenantId) -> bool {
    // A manager from another tenant was invited into one group only, and leaves with it.
    let manages = || actor.groups.iter().any(|one| one.manager && one.tenant == tenant);
    actor.is_admin_of(tenant) || (actor.home == Some(tenant) && manages())
}
