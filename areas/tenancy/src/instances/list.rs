//! `GET application_instance`: all instances for a master; those of their tenants for an admin, without configs.

use axum::extract::State;
use rest::{CurrentUser, Json, ListQuery, Problem, Query};
use serde::Serialize;

use super::model::ApplicationInstance;
use super::store;
use crate::Tenancy;

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ApplicationInstanceList {
    items: Vec<ApplicationInstance>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    total: i64,
}

/// Lists application instances, ordered by `application_instance_title` or `application_id`.
#[utoipa::path(
    get,
    path = "/api/core/application_instance",
    operation_id = "application_instance_list",
    tag = "core",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(application_instance_title|application_id)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "One page of instances", body = ApplicationInstanceList))
)]
pub(crate) async fn list_application_instances(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<ApplicationInstanceList>, Problem> {
    let listing = query.listing(&["application_instance_title", "application_id"])?;
    let page = tenancy.db.read(move |conn| store::page(conn, actor.administered(), &listing)).await?;
    Ok(Json(ApplicationInstanceList { items: page.items, total: page.total }))
}
