//! `PUT user/external_account`: who a user is to another service.

use audit::{Act, Object};
use axum::extract::State;
use db::params;
use primitives::UserId;
use rest::{CurrentUser, FieldErrors, Json, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::admin_scope;
use crate::store::people::{name_of, profile};
use crate::{Error, Identity};

#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct ExternalAccount {
    /// The service's own name for the user; empty ends the connection.
    #[schema(max_length = 254, pattern = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$")]
    external_id: String,
    users_id: UserId,
    #[schema(inline)]
    service: Service,
}

/// Services that people have accounts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ExternalService)]
pub(crate) enum Service {
    #[serde(rename = "google.drive")]
    GoogleDrive,
}

impl Service {
    fn code(self) -> &'static str {
        match self {
            Self::GoogleDrive => "google.drive",
        }
    }
}

const MOST: usize = 254;

/// Connects a user with their account at another service: one's own, or of somebody whom one administers.
#[utoipa::path(
    put,
    path = "/api/core/user/external_account",
    operation_id = "external_account_put",
    tag = "core",
    request_body = ExternalAccount,
    responses((status = 200, description = "The connection", body = ExternalAccount))
)]
pub(crate) async fn put_external_account(
    State(identity): State<Identity>,
    CurrentUser(actor): CurrentUser,
    Json(account): Json<ExternalAccount>,
) -> Result<Json<ExternalAccount>, Problem> {
    let mut errors = FieldErrors::default();
    let external_id = account.external_id.trim().to_owned();
    if external_id.chars().count() > MOST {
        errors.add("external_id", Rule::MaxLength(MOST));
    }
    if external_id.chars().any(char::is_control) {
        errors.add("external_id", Rule::OneLine);
    }
    errors.check()?;
    let now = identity.clock.now();
    let written = identity.db.write(move |tx| {
        let (user, service) = (account.users_id, account.service);
        if user != actor.user {
            let record = admin_scope::administered(tx, &actor, user);
            let record = record.map_err(|error| error.of_field("users_id"))?;
            admin_scope::may_change_credentials(tx, &actor, &record)?;
        }
        let delete = "DELETE FROM identity_external_account WHERE users_id = $1 AND service = $2";
        tx.run(delete, params![user, service.code()])?;
        let taken = "SELECT 1 FROM identity_external_account WHERE service = $1 AND external_id = $2";
        if tx.exists(taken, params![service.code(), &external_id])? {
            return Err(Problem::conflict("key_taken", "form_rules.taken").at(Rule::Taken.of("external_id")));
        }
        if !external_id.is_empty() {
            tx.run(
                "INSERT INTO identity_external_account (users_id, service, external_id) VALUES ($1, $2, $3)",
                params![user, service.code(), &external_id],
            )?;
        }
        let home = profile(tx, user)?.and_then(|profile| profile.home);
        let name = name_of(tx, user)?.ok_or(Error::Missing)?;
        let act = Act::new("external_account_put", home, Object::new("users", user.0, name))
            .after(json!({ "service": service.code(), "external_id": external_id }));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Problem>(ExternalAccount { external_id, users_id: user, service })
    });
    Ok(Json(written.await?))
}
