//! `GET fileserver`.

use axum::extract::State;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};

use super::model::FileServerList;
use super::{store, tenants_here};
use crate::Storage;

/// Lists the file servers of the tenants that the asker administers, ordered by `label` or `url`.
#[utoipa::path(
    get,
    path = "/api/app/{application_instance_id}/fileserver",
    operation_id = "file_server_list",
    tag = "content",
    params(("application_instance_id" = i64, Path), ListQuery),
    responses((status = 200, description = "One page of file servers", body = FileServerList))
)]
pub(crate) async fn list_file_servers(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<FileServerList>, Problem> {
    let listing = query.listing(&["label", "url"])?;
    let roots = storage.config.roots.clone();
    let page = storage.db.read(move |conn| {
        let tenants = tenants_here(conn, &actor, instance)?;
        store::page(conn, &tenants, &roots, &listing)
    });
    let page = page.await?;
    Ok(Json(FileServerList { items: page.items, total: page.total }))
}
