//! `POST tenant/{tenant_id}/admin`: an existing user becomes an admin, or an account is made.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use db::{Conn, Tx};
use passwords::PasswordHash;
use primitives::{Seconds, TenantId, UserId};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::administration::admin_scope;
use crate::administration::users::model::UserRecord;
use crate::administration::users::store::find;
use crate::administration::users::welcome;
use crate::email::Email;
use crate::person_name::PersonName;
use crate::store::addresses;
use crate::store::people::NewUser;
use crate::{Accounts, Error, maker, people};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewAdmin {
    #[schema(value_type = rest::schema_formats::EmailAddress)]
    email: String,
    /// Required if no user has the address: an account is then made for it.
    #[serde(default)]
    name: Option<String>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct AddedAdmin {
    #[serde(flatten)]
    user: UserRecord,
    /// The account is new, and an e-mail with a link to choose a password is on its way.
    created: bool,
}

/// Makes a user an admin of the tenant, by e-mail address. Admins can name users of the tenant; masters any user. If no
/// user has the address, an account is made in the tenant's first company, and an e-mail is sent to it.
#[utoipa::path(
    post,
    path = "/api/core/tenant/{tenant_id}/admin",
    operation_id = "tenant_admin_add",
    tag = "core",
    params(("tenant_id" = i64, Path)),
    request_body = NewAdmin,
    responses(
        (status = 200, description = "The admin", body = AddedAdmin),
        (status = 429, description = "Too many e-mails")
    )
)]
pub(crate) async fn add_admin(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
    Json(new): Json<NewAdmin>,
) -> Result<Json<AddedAdmin>, Problem> {
    if !actor.administers(tenant) {
        return Err(Error::Missing.into());
    }
    let mut errors = FieldErrors::default();
    let read = errors.take("email", Email::typed(&new.email));
    let email = errors.finish(read)?;
    let (public_url, limits, now) =
        (accounts.config.public_url.clone(), accounts.email_limits.clone(), accounts.clock.now());
    let added = accounts.db.write(move |tx| {
        let known = candidate(tx, &actor, &email, tenant)?;
        let user = match known {
            Some(user) => user,
            None => account(tx, &public_url, &actor, tenant, (&email, new.name.as_deref()), now)?,
        };
        if known.is_none() {
            limits.write_to(Some(tenant), &[email.as_str()])?;
        }
        people::make_admin(tx, user, tenant)?;
        maker::vouch(tx, &actor, user)?;
        let record = find(tx, user)?.ok_or(Error::Missing)?;
        let object = Object::new("users", user.0, &record.name);
        let after = json!({ "admin_of": tenant, "created": known.is_none() });
        audit::record(tx, &*actor, Act::new("tenant_admin_add", tenant, object).after(after), now);
        Ok::<_, Problem>(AddedAdmin { user: record, created: known.is_none() })
    });
    Ok(Json(added.await?))
}

/// The tenant's own account with the address; for a master, also any account that has confirmed it.
fn candidate(conn: &mut Conn<'_>, actor: &Actor, email: &Email, tenant: TenantId) -> db::Result<Option<UserId>> {
    let bearers = addresses::bearers(conn, email)?;
    let own = bearers.iter().find(|bearer| bearer.home == Some(tenant));
    let anybody = bearers.iter().find(|bearer| actor.master && bearer.confirmed);
    Ok(own.or(anybody).map(|bearer| bearer.user))
}

/// Makes an account for an address that no user has.
fn account(
    tx: &mut Tx<'_>,
    public_url: &str,
    actor: &Actor,
    tenant: TenantId,
    (email, name): (&Email, Option<&str>),
    now: Seconds,
) -> Result<UserId, Problem> {
    if admin_scope::is_taken(tx, actor, email, Some(tenant), None)? {
        return Err(Problem::unknown("email"));
    }
    let mut errors = FieldErrors::default();
    let name = errors.take("name", PersonName::parse(name.unwrap_or_default()));
    let name = errors.finish(name)?;
    let company = tenancy::first_company(tx, tenant)?.ok_or(Error::Missing)?;
    let (email, password) = (email.clone(), PasswordHash::unusable());
    let new = NewUser { name, email, language: None, password, reset_due: true };
    let user = maker::make(tx, actor, Some(company), &new, now)?;
    welcome::send(tx, public_url, actor, (user, &new), Some(tenant), now)?;
    Ok(user)
}
