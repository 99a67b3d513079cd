//! A user changes their own name and language.

use audit::{Act, Object};
use axum::extract::State;
use primitives::{Language, UserId};
use rest::{Json, Path, Problem, Who};
use serde::{Deserialize, Deserializer};
use serde_json::json;

use crate::error::field_name;
use crate::store::people::Profile;
use crate::user::name::{InvalidName, PersonName};
use crate::user::user_data::UserData;
use crate::{Error, Identity, store};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct UpdateUser {
    name: String,
    /// Null: the browser's; left out: as it is.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Language>)]
    language: Option<Option<Language>>,
}

/// Tells a null from a field that is not there.
fn present<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Option<Language>>, D::Error> {
    Option::deserialize(field).map(Some)
}

/// Changes the signed-in user's own name and language.
#[utoipa::path(
    put,
    path = "/api/core/users/{users_id}",
    operation_id = "update_user",
    tag = "core",
    params(("users_id" = i64, Path, description = "The user's id")),
    request_body = UpdateUser,
    responses((status = 200, description = "The user, changed", body = UserData))
)]
pub(crate) async fn update_user(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(user): Path<UserId>,
    Json(wanted): Json<UpdateUser>,
) -> Result<Json<UserData>, Problem> {
    if user != actor.user {
        return Err(Problem::not_found());
    }
    let name = PersonName::parse(&wanted.name).map_err(refused_name)?;
    let (now, author) = (identity.clock.now(), actor.clone());
    let written = identity.db.write(move |tx| {
        let before = store::people::profile(tx, user)?.ok_or(Error::Missing)?;
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
        Ok::<_, Error>((profile, store::people::standing(tx, user)?))
    });
    let (profile, standing) = written.await?;
    Ok(Json(UserData::new(&actor, profile, standing)))
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
        InvalidName::Character => Problem::invalid("name", "invalid"),
    }
}
