//! Signing out ends the session on the server: its tokens are refused from the next request on.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use rest::{CurrentUser, Problem};

use crate::session::cookie::set_cookie;
use crate::session::page_site::PageSite;
use crate::session::store as sessions;
use crate::{Error, SignIn};

/// Ends the session and removes the cookie.
#[utoipa::path(
    post,
    path = "/api/core/auth/logout",
    operation_id = "logout",
    tag = "core",
    responses((status = 204, description = "Signed out"))
)]
pub(crate) async fn logout(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    site: PageSite,
) -> Result<(StatusCode, [(HeaderName, HeaderValue); 1]), Problem> {
    let (session, now) = (actor.session.ok_or(Error::NoSession)?, sign_in.clock.now());
    let ended = sign_in.db.write(move |tx| {
        sessions::end(tx, session)?;
        let name = accounts::name_of(tx, actor.user)?.unwrap_or_default();
        audit::record(tx, &*actor, Act::new("logout", actor.home, Object::new("users", actor.user.0, name)), now);
        Ok::<_, db::Error>(())
    });
    ended.await?;
    sign_in.actors.forget(session);
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, set_cookie(&sign_in.config, site, None, 0)?)]))
}
