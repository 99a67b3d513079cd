//! Signing out ends the session on the server: its tokens are refused from the next request on.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use rest::{Problem, Who};

use crate::session::cookie::set_cookie;
use crate::{Identity, store};

/// Ends the session and takes the cookie away.
#[utoipa::path(
    post,
    path = "/api/core/auth/logout",
    operation_id = "logout",
    tag = "core",
    responses((status = 204, description = "Signed out"))
)]
pub(crate) async fn logout(
    State(identity): State<Identity>,
    Who(actor): Who,
) -> Result<(StatusCode, [(HeaderName, HeaderValue); 1]), Problem> {
    let session = actor.session;
    identity.db.write(move |tx| store::sessions::end(tx, session)).await?;
    identity.actors.forget(session);
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, set_cookie(&identity.config, None, 0)?)]))
}
