//! `GET /api/link/{token}/logo`: the logo of the tenant, which is told before the password.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rest::{ClientOrigin, Path, Problem};
use tenancy::send_logo;

use super::found::Visit;
use crate::{Error, Links};

/// The logo of the tenant whose entries a link shows.
#[utoipa::path(get, path = "/api/link/{token}/logo", tag = "link", operation_id = "link_logo",
    params(("token" = String, Path, description = "The end of the link's address"),
        ("v" = Option<String>, Query, description = "Changes with the picture")),
    responses(
        (status = OK, description = "The picture", content_type = "image/webp"),
        (status = NOT_MODIFIED, description = "The asker has the current version")))]
pub async fn logo(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let found = links.find(&visit).await?;
    let (require_any, tenant, asked) = (found.require_any(), found.row.tenant, headers.clone());
    let read = security::read(&links.db, &found.maker, move |c, access| {
        require_any(c, access)?;
        send_logo(c, tenant, &asked)?.ok_or(Error::NoLink)
    });
    Ok(read.await?)
}
