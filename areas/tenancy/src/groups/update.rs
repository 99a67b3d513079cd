//! `PUT usergroup/{user_group_id}`: by an admin of its tenant, and for some fields by its managers.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, GroupId};
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Versioned};

use super::model::{UserGroup, UserGroupForm};
use super::{applications, group_home, store};
use crate::themes::offered_to;
use crate::{Error, Result as Outcome, Tenancy};

/// Changes a group; `If-Match` may name the version that was read. Its key and tenant never change.
#[utoipa::path(
    put,
    path = "/api/core/usergroup/{user_group_id}",
    operation_id = "group_update",
    tag = "core",
    params(("user_group_id" = i64, Path), rest::IfMatch),
    request_body = UserGroupForm,
    responses((status = 200, description = "The group, changed", body = UserGroup))
)]
pub(crate) async fn update_group(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Path(id): Path<GroupId>,
    seen: IfMatch,
    Json(form): Json<UserGroupForm>,
) -> Result<Versioned<UserGroup>, Problem> {
    let now = tenancy.clock.now();
    let changed = tenancy.db.write(move |tx| {
        crate::store::bump_epoch(tx)?;
        let home = group_home(tx, &actor, id)?;
        let old = store::find(tx, &actor, id)?.ok_or(Error::Missing)?;
        seen.check(old.version)?;
        let wanted = form.read(&old)?;
        if (wanted.company != old.company_id || wanted.active != old.active) && !home.is_administered_by(&actor) {
            return Err(Error::OnlyAdmin.into());
        }
        if crate::store::tenant_of_company(tx, wanted.company)? != Some(old.tenant_id) {
            return Err(Problem::unknown("company_id"));
        }
        offered_to(tx, wanted.theme, Some(old.tenant_id))?;
        store::change(tx, &old, &wanted)?;
        let had = &old.application_instance_ids;
        let instances = applications::wanted(tx, &actor, old.tenant_id, had, wanted.instances)?;
        may_give(tx, &actor, &old, &instances)?;
        store::take_instances(tx, id)?;
        for instance in instances {
            crate::store::give_group(tx, id, instance)?;
        }
        let new = store::find(tx, &actor, id)?.ok_or(Error::Missing)?;
        let act = Act::new("group_update", old.tenant_id, Object::new("usergroup", id.0, &new.group_title));
        audit::record(tx, &*actor, act.before(old.told()).after(new.told()), now);
        Ok::<_, Problem>(new)
    });
    let group = changed.await?;
    Ok(Versioned(group.version, group))
}

/// New instances must be the tenant's; a manager must also be able to open them.
fn may_give(conn: &mut Conn<'_>, actor: &Actor, group: &UserGroup, wanted: &[AppInstanceId]) -> Outcome<()> {
    for instance in wanted.iter().filter(|one| !group.application_instance_ids.contains(one)) {
        if !crate::store::tenant_of_group_has(conn, group.user_group_id, *instance)? {
            return Err(Error::NotTheTenants);
        }
        if !group.administered && !actor.instances.iter().any(|own| own.id == *instance) {
            return Err(Error::NotTheirs);
        }
    }
    Ok(())
}
