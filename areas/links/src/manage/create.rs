//! `POST link`: a link to entries.

use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Here, Json, Path, Problem};

use super::form::NewLink;
use super::made::make;
use super::model::Link;
use crate::Links;

/// Makes a link by which anybody sees these entries.
///
/// It acts as its maker: what they may not share any more, it does not show.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/link", tag = "link", operation_id = "link_create",
    request_body = NewLink, params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = Link, description = "The link")))]
pub async fn create(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<NewLink>,
) -> Result<(StatusCode, Json<Link>), Problem> {
    let wanted = form.parse(links.clock.now())?;
    Ok((StatusCode::CREATED, Json(make(&links, &actor, (instance, here), wanted).await?)))
}
