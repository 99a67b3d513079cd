//! `PUT user/external_account`: a user's account at another service.

use audit::{Act, Object};
use axum::extract::State;
use db::{Tx, params};
use primitives::{TenantId, UserId};
use rest::{CurrentUser, FieldErrors, Json, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::admin_scope;
use crate::store::names::name_of;
use crate::store::people::profile;
use crate::{Accounts, Error};

#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct ExternalAccount {
    /// The service's own name for the user; an empty one ends the connection.
    #[schema(max_length = 254, pattern = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$")]
    external_id: String,
    users_id: UserId,
    #[schema(inline)]
    service: Service,
}

/// Services at which users have accounts.
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

/// Connects a user with their account at another service: for oneself, or for users whom the asker administers.
#[utoipa::path(
    put,
    path = "/api/core/user/external_account",
    operation_id = "external_account_put",
    tag = "core",
    request_body = ExternalAccount,
    responses((status = 200, description = "The connection", body = ExternalAccount))
)]
pub(crate) async fn put_external_account(
    State(accounts): State<Accounts>,
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
    let now = accounts.clock.now();
    let written = accounts.db.write(move |tx| {
        let (user, service) = (account.users_id, account.service);
        if user != actor.user {
            let record = admin_scope::administered(tx, &actor, user);
            let record = record.map_err(|error| error.of_field("users_id"))?;
            admin_scope::may_change_credentials(tx, &actor, &record)?;
        }
        let delete = "DELETE FROM identity_external_account WHERE users_id = $1 AND service = $2";
        tx.run(delete, params![user, service.code()])?;
        if !external_id.is_empty() {
            match insert(tx, user, service, &external_id) {
                Err(error) if error.is_unique() => {
                    return Err(Problem::conflict("key_taken", "form_rules.taken").at(Rule::Taken.of("external_id")));
                }
                inserted => inserted?,
            }
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

/// Within a home tenant, an external account belongs to one person.
fn insert(tx: &mut Tx<'_>, user: UserId, service: Service, external_id: &str) -> db::Result<()> {
    let sql = "INSERT INTO identity_external_account (users_id, tenant_id, service, external_id)
               SELECT users_id, COALESCE(tenant_id, 0), $2, $3 FROM identity_user WHERE users_id = $1";
    tx.run(sql, params![user, service.code(), external_id]).map(|_| ())
}

/// Moves the external accounts of a user into their new tenant, except those that another person there already has.
pub(crate) fn move_along(tx: &mut Tx<'_>, user: UserId, into: Option<TenantId>) -> db::Result<()> {
    let into = into.map_or(0, |tenant| tenant.0);
    tx.run(
        "DELETE FROM identity_external_account
         WHERE users_id = $1 AND EXISTS (
           SELECT 1
           FROM identity_external_account other
           WHERE other.tenant_id = $2 AND other.service = identity_external_account.service
             AND other.external_id = identity_external_account.external_id AND other.users_id <> $1)",
        params![user, into],
    )?;
    let sql = "UPDATE identity_external_account SET tenant_id = $2 WHERE users_id = $1";
    tx.run(sql, params![user, into]).map(|_| ())
}
