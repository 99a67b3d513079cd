//! `POST users_with_admin`: a user of a company, perhaps at once an admin of its tenant; or a master.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{CompanyId, Language, TenantId};
use rest::{Faults, Json, Problem, Rule, Versioned, Who};
use serde::Deserialize;

use super::model::UserRecord;
use super::store;
use crate::error::refused;
use crate::password::{Password, PasswordHash, judge};
use crate::people::{self, NewUser};
use crate::store::people::words_about;
use crate::user::{Email, PersonName};
use crate::{Error, Identity};

#[derive(Clone, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewUserForm {
    #[schema(value_type = rest::shapes::OneLine)]
    name: String,
    #[schema(value_type = rest::shapes::EmailAddress)]
    email: String,
    /// Mandatory for everybody but masters, unless the tenant is named.
    company_id: Option<CompanyId>,
    /// Without a company: its first one.
    tenant_id: Option<TenantId>,
    /// Null: the browser's.
    language: Option<Language>,
    /// A first password, to be changed at the first sign-in. Without one the user comes in by an invitation or by
    /// "forgotten password".
    #[schema(value_type = Option<rest::shapes::ChosenPassword>)]
    password: Option<String>,
    /// Also an admin of the company's tenant.
    #[serde(default)]
    admin: bool,
    /// A master of the platform; only masters make one.
    #[serde(default)]
    master: bool,
}

/// Makes a user, with or without the rights of an admin of their tenant.
#[utoipa::path(
    post,
    path = "/api/core/users_with_admin",
    operation_id = "user_create_with_admin",
    tag = "core",
    request_body = NewUserForm,
    responses((status = 201, description = "The user", body = UserRecord))
)]
pub(crate) async fn create_with_admin(
    State(identity): State<Identity>,
    Who(actor): Who,
    Json(form): Json<NewUserForm>,
) -> Result<(StatusCode, Versioned<UserRecord>), Problem> {
    if form.master && !actor.master {
        return Err(Error::OnlyMaster.into());
    }
    let new = read(&identity, &form).await?;
    let now = identity.clock.now();
    let made = identity.db.write(move |tx| {
        let company = match (form.company_id, form.tenant_id) {
            (None, Some(tenant)) => Some(tenancy::first_company(tx, tenant)?.ok_or(Error::Missing)?),
            (company, _) => company,
        };
        let tenant = match company {
            None => None,
            Some(company) => {
                let home = tenancy::tenant_of_company(tx, company)?;
                Some(home.filter(|tenant| actor.administers(*tenant)).ok_or(Error::Missing)?)
            }
        };
        let user = match company {
            Some(company) => people::create_user(tx, company, &new, now)?,
            None => people::create_master(tx, &new, now)?,
        };
        if let Some(tenant) = tenant.filter(|_| form.admin) {
            people::make_admin(tx, user, tenant)?;
        }
        let mut record = store::find(tx, user)?.ok_or(Error::Missing)?;
        if form.master && !record.master {
            store::change(tx, &UserRecord { master: true, ..record })?;
            record = store::find(tx, user)?.ok_or(Error::Missing)?;
        }
        let act = Act::new("user_create_with_admin", tenant, Object::new("users", user.0, &record.name));
        let mut after = record.told();
        after["admin"] = form.admin.into();
        audit::record(tx, &*actor, act.after(after), now);
        Ok::<_, Error>(record)
    });
    let record = made.await?;
    Ok((StatusCode::CREATED, Versioned(record.version, record)))
}

async fn read(identity: &Identity, form: &NewUserForm) -> Result<NewUser, Problem> {
    let mut faults = Faults::default();
    let name = faults.take("name", PersonName::parse(&form.name));
    let email = faults.take("email", email(&form.email));
    if form.company_id.is_none() && form.tenant_id.is_none() && !form.master {
        faults.add("company_id", Rule::Mandatory);
    }
    let (name, email) = faults.finish(name.zip(email))?;
    let password = match form.password.as_deref() {
        None => PasswordHash::unusable(),
        Some(typed) => {
            let password = Password::parse(typed).map_err(|fault| refused("password", fault))?;
            let nothing = Password::parse("-").map_err(|fault| refused("password", fault))?;
            let about = words_about(name.as_str(), email.as_str());
            judge(&password, &nothing, &about).map_err(|fault| refused("password", fault))?;
            identity.hasher.hash(&password).await?
        }
    };
    Ok(NewUser { name, email, language: form.language, password, reset_due: true })
}

pub(crate) fn email(typed: &str) -> Result<Email, Rule> {
    if typed.trim().is_empty() {
        return Err(Rule::Mandatory);
    }
    Email::parse(typed).map_err(|_| Rule::Email)
}
