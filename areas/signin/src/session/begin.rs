//! The answer to a sign-in: a token for the page, and a cookie for its images.

use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{HeaderName, HeaderValue};
use primitives::{Seconds, SessionId, UserId};
use rest::Json;
use serde::Serialize;

use crate::session::cookie::set_cookie;
use crate::session::page_site::PageSite;
use crate::session::signer::{Claims, Purpose};
use crate::{Result, SignIn};

#[derive(Serialize, utoipa::ToSchema)]
pub struct TokenAnswer {
    token: String,
    /// The token again, for clients that read it here.
    data: TokenData,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct TokenData {
    token: String,
}

/// `TokenAnswer` with its headers.
pub type SignedIn = ([(HeaderName, HeaderValue); 2], Json<TokenAnswer>);

impl SignIn {
    /// Answers with a token for a session from `now` until `until`.
    pub fn signed_in(&self, user: UserId, session: SessionId, (now, until): (Seconds, Seconds)) -> Result<SignedIn> {
        let lifetime = until - now;
        let claims = Claims { sub: user, jti: session, iat: now, exp: until, purpose: None };
        let token = self.signer.sign(&claims)?;
        let bytes = self.signer.sign(&Claims { purpose: Some(Purpose::Bytes), ..claims })?;
        let headers = [
            (SET_COOKIE, set_cookie(&self.config, PageSite::Ours, Some(&bytes), lifetime)?),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        Ok((headers, Json(TokenAnswer { data: TokenData { token: token.clone() }, token })))
    }
}
