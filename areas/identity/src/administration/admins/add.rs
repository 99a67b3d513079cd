//! `POST tenant/{tenant_id}/admin`: somebody who is there already becomes an admin.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use db::Conn;
use primitives::{TenantId, UserId};
use rest::{Faults, Json, Path, Problem, Rule, Who};
use serde::Deserialize;

use crate::administration::users::create::email;
use crate::administration::users::model::UserRecord;
use crate::administration::users::store::find;
use crate::store::addresses;
use crate::user::Email;
use crate::{Error, Identity, people};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewAdmin {
    #[schema(value_type = rest::shapes::EmailAddress)]
    email: String,
}

/// Makes a user an admin of the tenant, by their e-mail. An admin names people of the tenant; a master anybody.
#[utoipa::path(
    post,
    path = "/api/core/tenant/{tenant_id}/admin",
    operation_id = "tenant_admin_add",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    request_body = NewAdmin,
    responses((status = 200, description = "The admin", body = UserRecord))
)]
pub(crate) async fn add_admin(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(tenant): Path<TenantId>,
    Json(new): Json<NewAdmin>,
) -> Result<Json<UserRecord>, Problem> {
    if !actor.administers(tenant) {
        return Err(Error::Missing.into());
    }
    let mut faults = Faults::default();
    let read = faults.take("email", email(&new.email));
    let email = faults.finish(read)?;
    let now = identity.clock.now();
    let added = identity.db.write(move |tx| {
        let nobody = || Problem::refused(vec![Rule::Unknown.of("email")]);
        let user = candidate(tx, &actor, &email, tenant)?.ok_or_else(nobody)?;
        let record = find(tx, user)?.ok_or_else(nobody)?;
        people::make_admin(tx, user, tenant)?;
        let object = Object::new("users", user.0, &record.name);
        let after = serde_json::json!({ "admin_of": tenant });
        audit::record(tx, &*actor, Act::new("tenant_admin_add", tenant, object).after(after), now);
        Ok::<_, Problem>(find(tx, user)?.ok_or(Error::Missing)?)
    });
    Ok(Json(added.await?))
}

/// The tenant's own account with the address; for a master, else whoever has confirmed it.
fn candidate(conn: &mut Conn<'_>, actor: &Actor, email: &Email, tenant: TenantId) -> db::Result<Option<UserId>> {
    let bearers = addresses::bearers(conn, email)?;
    let own = bearers.iter().find(|bearer| bearer.home == Some(tenant));
    let anybody = bearers.iter().find(|bearer| actor.master && bearer.confirmed);
    Ok(own.or(anybody).map(|bearer| bearer.user))
}
