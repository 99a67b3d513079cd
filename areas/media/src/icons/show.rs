//! `GET rendition/icon/{node_id}`: the icon of an entry.

use authz::Denied;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::IF_NONE_MATCH;
use axum::http::{HeaderMap, Response, StatusCode};
use content::Restore;
use db::Conn;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Path, Problem, Query};
use security::{Access, See};
use serde::Deserialize;

use super::store::{self, IconSize, version_of};
use crate::Media;
use crate::picture_answer::picture;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct IconQuery {
    /// Pixels of an edge that are wanted. Up to 96 it has 96, and otherwise 384, as far as what was sent had so many.
    size: Option<u32>,
    /// Whatever changes with the icon; it only keeps caches apart.
    #[serde(rename = "v")]
    _version: Option<String>,
}

/// The icon that somebody gave an entry.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/icon/{node_id}", tag = "content",
    operation_id = "rendition_icon",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), IconQuery),
    responses(
        (status = OK, description = "The icon", content_type = "image/webp"),
        (status = NOT_MODIFIED, description = "The asker has it already")))]
pub(crate) async fn show(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(IconQuery { size, .. }): Query<IconQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let size = IconSize::for_edge(size);
    let known = headers.get(IF_NONE_MATCH).cloned();
    let found = security::read(&media.db, &actor, move |c, access| {
        require_seen(c, access, node)?;
        let Some(hash) = store::find(c, node)? else { return Ok(None) };
        let tag = format!("\"{}-{}\"", version_of(&hash), size.edge());
        if known.as_ref().is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
            return Ok(Some((tag, None)));
        }
        Ok::<_, security::Error>(store::bytes(c, &hash, size)?.map(|bytes| (tag, Some(bytes))))
    });
    match found.await?.ok_or_else(Problem::not_found)? {
        (tag, None) => Ok(picture(StatusCode::NOT_MODIFIED, &tag, Body::empty())),
        (tag, Some(bytes)) => Ok(picture(StatusCode::OK, &tag, Body::from(bytes))),
    }
}

/// An entry that the asker sees, or one of the bin that they may restore. A lock keeps nobody from seeing its icon.
fn require_seen(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<()> {
    match access.find_visible(conn, node).and_then(|seen| seen.permit::<See>()) {
        Err(security::Error::Denied(Denied::Invisible)) => match access.authorize_binned::<Restore>(conn, node) {
            Ok(_) => Ok(()),
            // For whom it is in no bin, it is nowhere.
            Err(security::Error::Denied(_)) => Err(Denied::Invisible.into()),
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
        Ok(_) => Ok(()),
    }
}
