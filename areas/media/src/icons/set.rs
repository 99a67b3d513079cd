//! `POST actions/node/custom-icon/{node_id}`: gives an entry an icon of its own.

use audit::{Act, Object};
use axum::body::Bytes;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;
use serde_json::json;

use super::store::{self, version_of};
use super::{draw, tell};
use crate::Media;
use crate::acts::SetIcon;

const MOST_BYTES: usize = 1024 * 1024;

/// The fields of the call.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the multipart body, which is read field by field")]
pub(crate) struct IconForm {
    /// A PNG, JPEG or WebP picture, at most 1 MiB and 16 million pixels. Its middle square is shown.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct NodeIcon {
    node_id: NodeId,
    /// As entries tell it: it changes with the icon, and is a part of its address.
    icon: String,
}

/// Gives an entry an icon of its own, which everybody sees who sees the entry, instead of its picture or its cover. It
/// is redrawn, and everything else in the file is dropped.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/actions/node/custom-icon/{node_id}", tag = "content",
    operation_id = "icon_set",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    request_body(content = IconForm, content_type = "multipart/form-data"),
    responses((status = OK, body = NodeIcon, description = "It has this icon"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub(crate) async fn set(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<NodeIcon>, Problem> {
    let may = security::read(&media.db, &actor, move |c, access| {
        access.authorize::<SetIcon>(c, node).map(|permit| permit.tenant())
    });
    let tenant = may.await?;
    let now = media.clock.now();
    media.icons_set.take(actor.user, now).map_err(|wait| Problem::too_many(wait.unsigned_abs()))?;
    let bytes = file_of(form.map_err(|_| Problem::unsupported_media_type())?).await?;
    let picture = draw::draw(&media, (tenant, actor.user), bytes).await?;
    let icon = version_of(&picture.hash).to_owned();
    let now = media.clock.now();
    let kept = security::write(&media.db, &actor, move |tx, access| {
        // Rights may have changed meanwhile.
        let seen = access.find_visible(tx, node)?;
        let permit = seen.permit::<SetIcon>()?;
        let had = store::find(tx, node)?.is_some();
        store::set(tx, node, &picture, now)?;
        let act = Act::new("icon_set", permit.tenant(), Object::new("node", node.0, &seen.node.name))
            .before(json!({ "own_icon": had }))
            .after(json!({ "own_icon": true }));
        audit::record(tx, access.actor(), act, now);
        Ok::<_, security::Error>(tell::changed(tx, &seen.node)?)
    });
    kept.await?;
    Ok(Json(NodeIcon { node_id: node, icon }))
}

/// The bytes of the picture. Other fields are passed over.
async fn file_of(mut form: Multipart) -> Result<Bytes, Problem> {
    let mut file = None;
    while let Some(field) = form.next_field().await.map_err(cut_off)? {
        if field.name() != Some("file") {
            continue;
        }
        let bytes = field.bytes().await.map_err(cut_off)?;
        if bytes.len() > MOST_BYTES {
            return Err(Problem::too_large());
        }
        if file.replace(bytes).is_some() {
            return Err(Problem::invalid("file", "invalid"));
        }
    }
    file.filter(|bytes| !bytes.is_empty()).ok_or_else(|| Problem::invalid("file", "form_rules.mandatory"))
}

fn cut_off(error: MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { Problem::too_large() } else { Problem::bad_request() }
}
