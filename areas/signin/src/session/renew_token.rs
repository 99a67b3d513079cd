//! Renews a live session: a new token and more time, until the session reaches its longest lifetime.

use axum::extract::State;
use rest::{Credential, Json, Problem};
use serde::Deserialize;

use crate::session::begin::{SignedIn, TokenAnswer};
use crate::session::device::Device;
use crate::session::store as sessions;
use crate::{Error, SignIn};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct RenewRequest {
    /// The token to renew; it need not be in a header too.
    token: String,
}

/// Answers with a new token for the session of a valid token. Once the new one is used, the former stays valid for one
/// more minute. A session ends at the installation's limit however often it is renewed.
#[utoipa::path(
    post,
    path = "/api/core/auth/renew_token",
    operation_id = "renew_token",
    tag = "core",
    request_body = RenewRequest,
    responses(
        (status = 200, description = "Renewed", body = TokenAnswer),
        (status = 401, description = "The token has expired")
    )
)]
pub(crate) async fn renew_token(
    State(sign_in): State<SignIn>,
    device: Device,
    Json(request): Json<RenewRequest>,
) -> Result<SignedIn, Problem> {
    let actor = sign_in.actor(Credential::Bearer(request.token)).await?;
    let now = sign_in.clock.now();
    let expires_at = sign_in.session_end(now);
    let session = actor.session.ok_or(Error::NoSession)?;
    let lifetime = sign_in.config.session_lifetime;
    let extended = sign_in.db.write(move |tx| sessions::extend(tx, session, &device, now, expires_at, lifetime));
    let expires_at = extended.await?.ok_or(Error::NoSession)?;
    Ok(sign_in.signed_in(actor.user, session, (now, expires_at))?)
}
