//! `GET repository/admin`: all repositories of the asker's tenants, also inactive ones.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};

use super::model::RepositorySettingsList;
use super::store;
use crate::Storage;
use crate::file_servers::tenants_here;

/// Lists the repositories of the tenants that the asker administers, ordered by `title`, `folder_name`, `tenant_title`
/// or `file_server_label`. One with marks that the asker is not cleared for is left out.
#[utoipa::path(
    get,
    path = "/api/app/{application_instance_id}/repository/admin",
    operation_id = "repository_admin_list",
    tag = "content",
    params(("application_instance_id" = i64, Path), ListQuery),
    responses((status = 200, description = "One page of repositories", body = RepositorySettingsList))
)]
pub(crate) async fn list_all(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<RepositorySettingsList>, Problem> {
    let listing = query.listing(&["title", "folder_name", "tenant_title", "file_server_label"])?;
    let page = storage.db.read(move |conn| {
        let tenants = tenants_here(conn, &actor, instance)?;
        store::page(conn, &actor, &tenants, &listing)
    });
    let page = page.await?;
    Ok(Json(RepositorySettingsList { items: page.items, total: page.total }))
}
