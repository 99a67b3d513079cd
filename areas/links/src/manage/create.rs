//! `POST link`: a link to entries.

use axum::extract::State;
use axum::http::StatusCode;
use collections::CollectionId;
use primitives::AppInstanceId;
use rest::{CurrentUser, Here, Json, Path, Problem, Rule};
use serde::Deserialize;

use super::form::NewLink;
use super::made::make;
use super::model::Link;
use crate::Links;

/// What the link shows, and how.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewShareLinkOf)]
pub struct NewLinkOf {
    #[serde(flatten)]
    link: NewLink,
    /// A collection that the asker may change, and in which all of `node_ids` are. The link follows it: it shows what is
    /// in it at any time, up to 200 entries, but for what somebody puts there who does not manage it.
    collection_id: Option<CollectionId>,
}

/// Makes a link by which anybody sees these entries.
///
/// It acts as its maker: what they may not share any more, it does not show.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/link", tag = "link", operation_id = "link_create",
    request_body = NewLinkOf, params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = Link, description = "The link")))]
pub async fn create(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path(instance): Path<AppInstanceId>,
    Json(NewLinkOf { link, collection_id }): Json<NewLinkOf>,
) -> Result<(StatusCode, Json<Link>), Problem> {
    let wanted = link.parse(links.clock.now())?;
    if wanted.request.is_some() && collection_id.is_some() {
        return Err(Problem::refused(vec![Rule::Unused.of("collection_id")]));
    }
    Ok((StatusCode::CREATED, Json(make(&links, &actor, (instance, here), (wanted, collection_id)).await?)))
}
