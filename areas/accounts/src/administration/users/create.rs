//! `POST users_with_admin`: creates a user of a company, who may also be an admin of its tenant; or a master.

use std::sync::Arc;

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use passwords::{Password, PasswordHash, judge};
use primitives::{CompanyId, GroupId, Language, TenantId};
use rest::{CurrentUser, FieldErrors, Json, Problem, Rule, Versioned};
use serde::Deserialize;

use super::admins::{self, AdminOf};
use super::model::UserRecord;
use super::{company, store, welcome};
use crate::administration::admin_scope;
use crate::email::Email;
use crate::error::refused_password;
use crate::people;
use crate::person_name::PersonName;
use crate::store::people::{self as people_rows, NewUser, words_about};
use crate::{Accounts, Error, maker};

#[derive(Clone, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewUserForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: String,
    #[schema(value_type = rest::schema_formats::EmailAddress)]
    email: String,
    /// Required for everybody but masters, unless a tenant is named.
    company_id: Option<CompanyId>,
    /// If no company is named: the tenant's first one.
    tenant_id: Option<TenantId>,
    /// Null: the browser's language.
    language: Option<Language>,
    /// A first password. The user must replace it at the first sign-in, and the caller must tell it to them. Without
    /// one, the server sends an e-mail with a link to choose a password, valid for 72 hours.
    #[schema(value_type = Option<rest::schema_formats::ChosenPassword>)]
    password: Option<String>,
    /// Groups of the company's tenant that the user joins.
    #[serde(default)]
    user_group_ids: Vec<GroupId>,
    /// Also an admin of the company's tenant.
    #[serde(default)]
    admin: bool,
    /// Also an admin of these tenants; only masters may name tenants other than the user's home. If nothing else names
    /// the home, the first one does.
    #[serde(default)]
    admins: Vec<AdminOf>,
    /// A master of the platform; only masters make one.
    #[serde(default)]
    master: bool,
}

impl NewUserForm {
    fn tenant(&self) -> Option<TenantId> {
        let named = self.admins.first().filter(|_| !self.master);
        self.tenant_id.or_else(|| named.map(|admin| admin.tenant_id))
    }

    /// The company of the new user, and its tenant; none for a master.
    fn home(&self, conn: &mut Conn<'_>, actor: &Actor) -> Result<Option<(CompanyId, TenantId)>, Error> {
        company::of(conn, actor, self.company_id, self.tenant()).map_err(|error| match error {
            Error::Unknown(field) if field == "tenant_id" && self.tenant_id.is_none() => {
                Error::unknown("admins[0].tenant_id")
            }
            other => other,
        })
    }
}

/// Creates a user, with or without the rights of an admin of their tenant.
#[utoipa::path(
    post,
    path = "/api/core/users_with_admin",
    operation_id = "user_create_with_admin",
    tag = "core",
    request_body = NewUserForm,
    responses(
        (status = 201, description = "The user", body = UserRecord),
        (status = 429, description = "Too many e-mails")
    )
)]
pub(crate) async fn create_with_admin(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewUserForm>,
) -> Result<(StatusCode, Versioned<UserRecord>), Problem> {
    if form.master && !actor.master {
        return Err(Error::OnlyMaster.into());
    }
    admins::may_name(&actor, &form.admins)?;
    let organisation = organisation(&accounts, &actor, &form).await?;
    let new = read(&accounts, &form, &organisation).await?;
    let (public_url, limits, now) =
        (accounts.config.public_url.clone(), accounts.email_limits.clone(), accounts.clock.now());
    let made = accounts.db.write(move |tx| {
        let (company, tenant) = form.home(tx, &actor)?.unzip();
        welcome::may_join(tx, &actor, tenant, &form.user_group_ids)?;
        if admin_scope::is_taken(tx, &actor, &new.email, tenant, None)? {
            return Err(Error::EmailTaken.into());
        }
        let user = maker::make(tx, &actor, company, &new, now)?;
        if let Some(tenant) = tenant.filter(|_| form.admin) {
            people::make_admin(tx, user, tenant)?;
        }
        admins::give(tx, &actor, (user, tenant), &form.admins)?;
        welcome::join(tx, user, &form.user_group_ids)?;
        if form.password.is_none() {
            limits.write_to(tenant, &[new.email.as_str()])?;
            welcome::send(tx, &public_url, &actor, (user, &new), tenant, now)?;
        }
        let mut record = store::find(tx, user)?.ok_or(Error::Missing)?;
        if form.master && !record.master {
            store::change(tx, &UserRecord { master: true, ..record })?;
            record = store::find(tx, user)?.ok_or(Error::Missing)?;
        }
        let act = Act::new("user_create_with_admin", tenant, Object::new("users", user.0, &record.name));
        let mut after = record.told();
        after["admin"] = form.admin.into();
        if !form.admins.is_empty() {
            after["admins"] = form.admins.iter().map(|admin| admin.tenant_id.0).collect();
        }
        if !form.user_group_ids.is_empty() {
            after["user_group_ids"] = serde_json::json!(form.user_group_ids);
        }
        audit::record(tx, &*actor, act.after(after), now);
        Ok::<_, Problem>(record)
    });
    let record = made.await?;
    Ok((StatusCode::CREATED, Versioned(record.version, record)))
}

/// The name of the organisation in which the user is created, if the actor may create one there.
async fn organisation(accounts: &Accounts, actor: &Arc<Actor>, form: &NewUserForm) -> Result<Vec<String>, Error> {
    let (actor, form) = (actor.clone(), form.clone());
    let read = accounts.db.read(move |conn| match form.home(conn, &actor)? {
        Some((company, _)) => Ok(people_rows::organisation(conn, company)?),
        None => Ok(vec![]),
    });
    read.await
}

async fn read(accounts: &Accounts, form: &NewUserForm, organisation: &[String]) -> Result<NewUser, Problem> {
    let mut errors = FieldErrors::default();
    let name = errors.take("name", PersonName::parse(&form.name));
    let email = errors.take("email", Email::typed(&form.email));
    if form.company_id.is_none() && form.tenant().is_none() && !form.master {
        errors.add("company_id", Rule::Mandatory);
    }
    let (name, email) = errors.finish(name.zip(email))?;
    let password = match form.password.as_deref() {
        None => PasswordHash::unusable(),
        Some(typed) => {
            let password = Password::parse(typed).map_err(|fault| refused_password("password", fault))?;
            let nothing = Password::parse("-").map_err(|fault| refused_password("password", fault))?;
            let titles: Vec<&str> = organisation.iter().map(String::as_str).collect();
            let about = words_about(name.as_str(), email.as_str(), &titles);
            judge(&password, &nothing, &about).map_err(|fault| refused_password("password", fault))?;
            accounts.hasher.hash(&password).await.map_err(Error::from)?
        }
    };
    Ok(NewUser { name, email, language: form.language, password, reset_due: true })
}
