//! `GET rendition/preset/of/{node_id}`: what a file can be downloaded as, for whoever may download it.

use axum::extract::State;
use content::Download;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};

use super::model::PresetList;
use super::store;
use crate::Media;

/// Lists the presets of the tenant that a file belongs to, by name.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/preset/of/{node_id}", tag = "content",
    operation_id = "preset_list_of_node",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = PresetList, description = "All presets of its tenant")))]
pub(crate) async fn list(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<PresetList>, Problem> {
    let items = security::read(&media.db, &actor, move |c, access| {
        let permit = access.authorize::<Download>(c, node)?;
        Ok::<_, content::Error>(store::of_tenant(c, permit.tenant())?)
    });
    let items = items.await?;
    Ok(Json(PresetList { total: i64::try_from(items.len()).unwrap_or(i64::MAX), items }))
}
