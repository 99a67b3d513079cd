//! A user changes their own name and language; administrators change more.

use std::collections::BTreeSet;
use std::sync::Arc;

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use primitives::{CompanyId, Language, UserId};
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Rule, Versioned};
use serde::Deserialize;
use serde_json::json;

use crate::administration::users::admins::AdminOf;
use crate::administration::users::change;
use crate::error::field_name;
use crate::person_name::{InvalidName, PersonName};
use crate::store::people::Profile;
use crate::store::standings::Standing;
use crate::user::get_user::user_data;
use crate::user::user_data::UserData;
use crate::{Accounts, Error, store};

/// Users cannot change this about themselves.
const NOT_YOURSELF: Rule = Rule::OfRoom("form_rules.not_yourself");

/// Fields that are left out stay unchanged.
#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct UpdateUser {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: Option<String>,
    /// Null: the browser's language.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<Language>)]
    language: Option<Option<Language>>,
    /// The following fields are for administrators of the user.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::EmailAddress)]
    email: Option<String>,
    /// A company of a tenant that the asker administers; null: unchanged.
    company_id: Option<CompanyId>,
    /// Switching a user off ends their sessions at once.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    active: Option<bool>,
    /// The user must choose a new password at the next sign-in.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    reset_pwd: Option<bool>,
    /// A master of the platform; only masters change it, and one must remain.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    master: Option<bool>,
    /// The tenants that the user administers, among those that the asker administers.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<AdminOf>)]
    admins: Option<Vec<AdminOf>>,
}

impl UpdateUser {
    /// Fields that change what users may not change of themselves; sending back unchanged values is allowed.
    fn beyond_own(&self, profile: &Profile, standing: &Standing) -> Vec<&'static str> {
        let Self { name: _, language: _, email, company_id, active, reset_pwd, master, admins } = self;
        let is_admin_of = |wanted: &Vec<AdminOf>| {
            let wanted: BTreeSet<_> = wanted.iter().map(|admin| admin.tenant_id).collect();
            wanted == standing.admins.iter().map(|admin| admin.tenant).collect()
        };
        let same = [
            ("email", email.as_deref().is_none_or(|email| email.trim() == profile.email)),
            ("company_id", company_id.is_none_or(|company| Some(company) == profile.company)),
            ("active", active.is_none_or(|active| active == profile.active)),
            ("reset_pwd", reset_pwd.is_none_or(|reset_pwd| reset_pwd == profile.reset_pwd)),
            ("master", master.is_none_or(|master| master == profile.master)),
            ("admins", admins.as_ref().is_none_or(is_admin_of)),
        ];
        same.into_iter().filter(|(_, is_same)| !is_same).map(|(field, _)| field).collect()
    }
}

/// Changes the signed-in user's own name and language, or more of a user whom they administer. `If-Match` may name the
/// version that was read.
#[utoipa::path(
    put,
    path = "/api/core/users/{users_id}",
    operation_id = "update_user",
    tag = "core",
    params(("users_id" = i64, Path, description = "The user's id"), rest::IfMatch),
    request_body = UpdateUser,
    responses(
        (status = 200, description = "The user, changed", body = UserData),
        (status = 429, description = "Too many e-mails")
    )
)]
pub(crate) async fn update_user(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(user): Path<UserId>,
    seen: IfMatch,
    Json(wanted): Json<UpdateUser>,
) -> Result<Versioned<UserData>, Problem> {
    if user != actor.user {
        return change_somebody(&accounts, actor, user, seen, wanted).await;
    }
    let own = accounts.db.read(move |conn| {
        let profile = store::people::profile(conn, user)?.ok_or(Error::Missing)?.of_oneself();
        Ok::<_, Error>((profile, store::standings::standing(conn, user)?))
    });
    let (profile, standing) = own.await?;
    let beyond = wanted.beyond_own(&profile, &standing);
    let looks_after_themselves = profile.home.map_or(actor.master, |home| actor.administers(home));
    if !beyond.is_empty() && looks_after_themselves {
        return change_somebody(&accounts, actor, user, seen, wanted).await;
    }
    if !beyond.is_empty() {
        return Err(Problem::refused(beyond.into_iter().map(|field| NOT_YOURSELF.of(field)).collect()));
    }
    let name = wanted.name.as_deref().map(PersonName::parse).transpose().map_err(refused_name)?;
    let (now, author) = (accounts.clock.now(), actor.clone());
    let written = accounts.db.write(move |tx| {
        let before = store::people::profile(tx, user)?.ok_or(Error::Missing)?;
        seen.check(before.version)?;
        if let Some(name) = &name {
            store::people::rename(tx, user, name)?;
        }
        if let Some(language) = wanted.language {
            store::people::choose_language(tx, user, language)?;
        }
        tenancy::bump_epoch(tx)?;
        let profile = store::people::profile(tx, user)?.ok_or(Error::Missing)?;
        let act = Act::new("update_user", author.home, Object::new("users", user.0, &profile.name))
            .before(told(&before))
            .after(told(&profile));
        audit::record(tx, &*author, act, now);
        Ok::<_, Problem>(UserData::new(user, profile.of_oneself(), store::standings::standing(tx, user)?))
    });
    let data = written.await?;
    Ok(Versioned(data.version, data))
}

async fn change_somebody(
    accounts: &Accounts,
    actor: Arc<Actor>,
    user: UserId,
    seen: IfMatch,
    wanted: UpdateUser,
) -> Result<Versioned<UserData>, Problem> {
    let UpdateUser { name, language, email, company_id: company, active, reset_pwd, master, admins } = wanted;
    let readable = change::Wanted { name, language, email, company, active, reset_pwd, master, admins }.read()?;
    let (limits, now) = (accounts.email_limits.clone(), accounts.clock.now());
    let changed = accounts.db.write(move |tx| {
        change::change(tx, (&actor, &limits), user, seen, &readable, now)?;
        Ok::<_, Problem>(user_data(tx, &actor, user)?)
    });
    let data = changed.await?;
    Ok(Versioned(data.version, data))
}

/// The fields of a profile that can be changed here, for the log.
fn told(profile: &Profile) -> serde_json::Value {
    json!({ "name": profile.name, "language": profile.language })
}

pub fn refused_name(why: InvalidName) -> Problem {
    match why {
        InvalidName::Empty => Problem::invalid("name", "form_rules.mandatory"),
        InvalidName::TooLong { max } => {
            Problem::invalid("name", "form_rules.max_length").with("name", field_name("name")).with("max", max)
        }
        InvalidName::Character => Problem::invalid("name", "form_rules.one_line"),
    }
}
