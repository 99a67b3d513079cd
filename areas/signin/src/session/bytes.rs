//! The byte cookie on a server that a page has signed in to elsewhere: the page requests it with the token, and removes
//! it.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use rest::{CurrentUser, Problem};

use crate::session::cookie::set_cookie;
use crate::session::page_site::PageSite;
use crate::session::signer::{Claims, Purpose};
use crate::session::store as sessions;
use crate::{Error, SignIn};

type CookieAnswer = (StatusCode, [(HeaderName, HeaderValue); 2]);

fn answer(cookie: HeaderValue) -> CookieAnswer {
    (StatusCode::NO_CONTENT, [(SET_COOKIE, cookie), (CACHE_CONTROL, HeaderValue::from_static("no-store"))])
}

/// Sets the cookie that byte routes accept, for the life of the session. A page requests it from the other servers of
/// its application instances; its own server has set it at sign-in.
#[utoipa::path(
    post,
    path = "/api/core/auth/bytes",
    operation_id = "byte_cookie_set",
    tag = "core",
    responses((status = 204, description = "The cookie is set"))
)]
pub(crate) async fn byte_cookie_set(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    site: PageSite,
) -> Result<CookieAnswer, Problem> {
    let (session, now) = (actor.session.ok_or(Error::NoSession)?, sign_in.clock.now());
    let pulse = sign_in.db.read(move |conn| sessions::pulse(conn, session)).await?;
    let exp = pulse.ok_or(Error::NoSession)?.expires_at;
    let claims = Claims { sub: actor.user, jti: session, iat: now, exp, purpose: Some(Purpose::Bytes) };
    let token = sign_in.signer.sign(&claims)?;
    Ok(answer(set_cookie(&sign_in.config, site, Some(&token), exp - now)?))
}

/// Removes that cookie; the session continues.
#[utoipa::path(
    delete,
    path = "/api/core/auth/bytes",
    operation_id = "byte_cookie_remove",
    tag = "core",
    responses((status = 204, description = "The cookie was removed"))
)]
pub(crate) async fn byte_cookie_remove(
    State(sign_in): State<SignIn>,
    _: CurrentUser,
    site: PageSite,
) -> Result<CookieAnswer, Problem> {
    Ok(answer(set_cookie(&sign_in.config, site, None, 0)?))
}
