//! `POST usergroup`: by an admin of the tenant.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{Json, Problem, Versioned, Who};

use super::model::{NewUserGroupForm, UserGroup};
use super::store;
use crate::model::NewGroup;
use crate::themes::offered_to;
use crate::{Error, Tenancy};

/// Makes a group in a company of a tenant that the asker is an admin of.
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
    Who(actor): Who,
    Json(form): Json<NewUserGroupForm>,
) -> Result<(StatusCode, Versioned<UserGroup>), Problem> {
    let (title, key) = form.read()?;
    let now = tenancy.clock.now();
    let made = tenancy.db.write(move |tx| {
        let home = crate::store::tenant_of_company(tx, form.company_id)?;
        let tenant = home.filter(|tenant| actor.is_admin_of(*tenant)).ok_or(Error::Missing)?;
        offered_to(tx, form.theme, Some(tenant))?;
        let id = crate::create_group(tx, &NewGroup { company: form.company_id, title, key, theme: form.theme })?;
        for instance in &form.application_instance_ids {
            crate::give_group_instance(tx, id, *instance)?;
        }
        let group = store::find(tx, &actor, id)?.ok_or(Error::Missing)?;
        let act = Act::new("group_create", tenant, Object::new("usergroup", id.0, &group.group_title));
        audit::record(tx, &*actor, act.after(group.told()), now);
        Ok::<_, Error>(group)
    });
    let group = made.await?;
    Ok((StatusCode::CREATED, Versioned(group.version, group)))
}
