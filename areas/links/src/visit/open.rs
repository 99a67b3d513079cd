//! `POST /api/link/{token}/open`: the password of a link.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use passwords::Password;
use rest::{ClientOrigin, Json, Path, Problem, schema_formats};
use serde::Deserialize;

use super::cookies;
use super::found::Visit;
use crate::{Error, Links};

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = LinkPassword)]
pub struct Entered {
    #[schema(value_type = schema_formats::CurrentPassword)]
    password: String,
}

/// Enters the password of a link: a cookie opens it from then on, until the browser is closed or the password changes.
#[utoipa::path(post, path = "/api/link/{token}/open", tag = "link", operation_id = "link_open", request_body = Entered,
    params(("token" = String, Path, description = "The end of the link's address")),
    responses((status = NO_CONTENT, description = "It is open"),
        (status = FORBIDDEN, description = "The password is wrong")))]
pub async fn open(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
    Json(entered): Json<Entered>,
) -> Result<Response, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let found = links.find(&visit).await?;
    security::read(&links.db, &found.maker, found.require_any()).await?;
    let Some(password) = &found.row.terms.password else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    let link = found.row.id;
    links.limits.guess(&links.rates, link, visit.address).await?;
    let typed = Password::parse(&entered.password).map_err(|_| Error::WrongPassword)?;
    let is_right = links.accounts.hasher().verify(&typed, Some(password)).await.map_err(Error::from)?;
    if !is_right {
        metrics::counter!("link_passwords_refused_total").increment(1);
        return Err(Error::WrongPassword.into());
    }
    links.limits.guessed_right(&links.rates, link, visit.address).await;
    let cookie = cookies::entered(&links.secrets, &links.config, &token, link, password)?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}
