//! A user changes their own name and language; who administers them changes more.

use std::sync::Arc;

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use primitives::{CompanyId, Language, UserId};
use rest::{IfMatch, Json, Path, Problem, Versioned, Who};
use serde::{Deserialize, Deserializer};
use serde_json::json;

use crate::administration::users::change;
use crate::error::field_name;
use crate::store::people::Profile;
use crate::user::get_user::user_data;
use crate::user::name::{InvalidName, PersonName};
use crate::user::user_data::UserData;
use crate::{Error, Identity, store};

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateUser {
    #[schema(value_type = rest::shapes::OneLine)]
    name: String,
    /// Null: the browser's; left out: as it is.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Language>)]
    language: Option<Option<Language>>,
    /// From here on for those who administer the user; what is left out stays as it is.
    #[schema(value_type = Option<rest::shapes::EmailAddress>)]
    email: Option<String>,
    /// A company of a tenant that the asker administers.
    company_id: Option<CompanyId>,
    /// A user who is switched off is out at once.
    active: Option<bool>,
    /// A new password is due at the next sign-in.
    reset_pwd: Option<bool>,
    /// A master of the platform; only masters change it, and one must remain.
    master: Option<bool>,
}

impl UpdateUser {
    /// It says nothing that a user may not say of themselves.
    fn is_own(&self) -> bool {
        let Self { name: _, language: _, email, company_id, active, reset_pwd, master } = self;
        email.is_none() && company_id.is_none() && active.is_none() && reset_pwd.is_none() && master.is_none()
    }
}

/// Tells a null from a field that is not there.
fn present<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Option<Language>>, D::Error> {
    Option::deserialize(field).map(Some)
}

/// Changes the signed-in user's own name and language, or more of somebody whom they administer. `If-Match` may name the
/// version that was read.
#[utoipa::path(
    put,
    path = "/api/core/users/{users_id}",
    operation_id = "update_user",
    tag = "core",
    params(("users_id" = i64, Path, description = "The user's id"), rest::IfMatch),
    request_body = UpdateUser,
    responses((status = 200, description = "The user, changed", body = UserData))
)]
pub(crate) async fn update_user(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(user): Path<UserId>,
    seen: IfMatch,
    Json(wanted): Json<UpdateUser>,
) -> Result<Versioned<UserData>, Problem> {
    if user != actor.user || !wanted.is_own() {
        return change_somebody(&identity, actor, user, seen, wanted).await;
    }
    let name = PersonName::parse(&wanted.name).map_err(refused_name)?;
    let (now, author) = (identity.clock.now(), actor.clone());
    let written = identity.db.write(move |tx| {
        let before = store::people::profile(tx, user)?.ok_or(Error::Missing)?;
        seen.check(before.version)?;
        store::people::rename(tx, user, &name)?;
        if let Some(language) = wanted.language {
            store::people::choose_language(tx, user, language)?;
        }
        tenancy::bump_epoch(tx)?;
        let profile = store::people::profile(tx, user)?.ok_or(Error::Missing)?;
        let act = Act::new("update_user", author.home, Object::new("users", user.0, &profile.name))
            .before(told(&before))
            .after(told(&profile));
        audit::record(tx, &*author, act, now);
        Ok::<_, Problem>(UserData::new(user, profile, store::people::standing(tx, user)?))
    });
    let data = written.await?;
    Ok(Versioned(data.version, data))
}

async fn change_somebody(
    identity: &Identity,
    actor: Arc<Actor>,
    user: UserId,
    seen: IfMatch,
    wanted: UpdateUser,
) -> Result<Versioned<UserData>, Problem> {
    let UpdateUser { name, language, email, company_id: company, active, reset_pwd, master } = wanted;
    let readable = change::Wanted { name, language, email, company, active, reset_pwd, master }.read()?;
    let now = identity.clock.now();
    let changed = identity.db.write(move |tx| {
        change::change(tx, &actor, user, seen, &readable, now)?;
        Ok::<_, Problem>(user_data(tx, &actor, user)?)
    });
    let data = changed.await?;
    Ok(Versioned(data.version, data))
}

/// What of a profile can be changed here, for the log.
fn told(profile: &Profile) -> serde_json::Value {
    json!({ "name": profile.name, "language": profile.language })
}

pub(crate) fn refused_name(why: InvalidName) -> Problem {
    match why {
        InvalidName::Empty => Problem::invalid("name", "form_rules.mandatory"),
        InvalidName::TooLong { max } => {
            Problem::invalid("name", "form_rules.max_length").with("name", field_name("name")).with("max", max)
        }
        InvalidName::Character => Problem::invalid("name", "form_rules.one_line"),
    }
}
